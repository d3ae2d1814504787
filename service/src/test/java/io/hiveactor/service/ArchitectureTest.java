package io.hiveactor.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of the service (service 12 M-1, M-2; I-11, P-4, C-11). */
@AnalyzeClasses(packages = "io.hiveactor.service", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BASE = "io.hiveactor.service.";

    @ArchTest
    static final ArchRule packagesDependInOneDirection =
            slices().matching("io.hiveactor.service.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule rulesKnowNoDatabaseNoActorsNoClockAndNoThreads = noClasses()
            .that().resideInAPackage(BASE + "queue")
            .should().dependOnClassesThat().resideInAnyPackage(
                    BASE + "store", BASE + "engine", BASE + "http", BASE + "capability", BASE + "time", "java.sql..",
                    "java.util.concurrent..", "io.hiveactor.runtime..", "io.hiveactor.ipc..", "org.sqlite..");

    @ArchTest
    static final ArchRule onlyTheStoreKnowsTheDatabase = noClasses()
            .that().resideOutsideOfPackage(BASE + "store")
            .should().dependOnClassesThat().resideInAnyPackage("java.sql..", "org.sqlite..");

    @ArchTest
    static final ArchRule onlyHttpKnowsTheServer = noClasses()
            .that().resideOutsideOfPackage(BASE + "http")
            .should().dependOnClassesThat().resideInAPackage("org.eclipse.jetty..");

    @ArchTest
    static final ArchRule theStoreKnowsNoActors = noClasses()
            .that().resideInAPackage(BASE + "store")
            .should().dependOnClassesThat().resideInAnyPackage("io.hiveactor.runtime..", "io.hiveactor.ipc..");

    @ArchTest
    static final ArchRule thereAreNoLocks = noClasses()
            .should().dependOnClassesThat().haveNameMatching("java\\.util\\.concurrent\\.locks\\..*Lock.*(?<!Support)");

    @ArchTest
    static final ArchRule nothingIsSynchronized =
            noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED);

    @ArchTest
    static final ArchRule onlyClocksReadAClock = noClasses()
            .that().resideOutsideOfPackage(BASE + "time")
            .should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis")
            .orShould().callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule itIsAPipe = noClasses()
            .should().haveSimpleNameContaining("Ranking")
            .orShould().haveSimpleNameContaining("Fanout")
            .orShould().haveSimpleNameContaining("Billing");
}
