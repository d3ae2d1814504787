package io.hiveactor.runtime;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Dependencies between packages run one way. */
class ArchitectureTest {
    private static final String ROOT = "io.hiveactor.runtime";

    private final JavaClasses classes = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void theRoomsBelowKnowNothingOfActors() {
        noClasses().that().resideInAnyPackage(ROOT + ".fiber", ROOT + ".queue", ROOT + ".time")
                .should().dependOnClassesThat().resideInAPackage(ROOT).check(classes);
        noClasses().that().resideInAnyPackage(ROOT + ".queue", ROOT + ".time")
                .should().dependOnClassesThat().resideInAPackage(ROOT + ".fiber").check(classes);
    }

    /** A user could have written them. */
    @Test
    void supervisorsUseThePublicCallsOnly() {
        noClasses().that().resideInAPackage(ROOT + ".supervision").should().dependOnClassesThat(
                resideInAPackage(ROOT + "..").and(not(resideInAPackage(ROOT + ".supervision")))
                        .and(not(modifier(JavaModifier.PUBLIC)))).check(classes);
        noClasses().that().resideInAPackage(ROOT + ".supervision").should().dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".fiber", ROOT + ".queue", ROOT + ".time", ROOT + ".waiting", ROOT + ".port")
                .check(classes);
        noClasses().that().resideOutsideOfPackage(ROOT + ".supervision")
                .should().dependOnClassesThat().resideInAPackage(ROOT + ".supervision").check(classes);
    }

    /** What it shows comes as plain data, so that it can be shown from a file or a test as well. */
    @Test
    void theConsoleKnowsTheDiagnosisAlone() {
        noClasses().that().resideInAPackage(ROOT + ".console").should().dependOnClassesThat(
                resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(ROOT + ".console", ROOT + ".diagnosis"))))
                .check(classes);
    }

    @Test
    void thereIsNoUnsafeAndNoLoggingButTheSystems() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage(
                "sun.misc..", "jdk.internal..", "java.util.logging..", "org.slf4j..").check(classes);
    }

    @Test
    void onlyTheFiberRoomReachesIntoTheJdk() {
        classes().that().haveSimpleName("JdkInternals").should().onlyBeAccessed()
                .byAnyPackage(ROOT + ".fiber").check(classes);
        noClasses().that().resideOutsideOfPackage(ROOT + ".fiber")
                .should().dependOnClassesThat().resideInAPackage("java.lang.reflect").check(classes);
    }
}
