package io.hiveactor.runtime;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies between packages run one way, but for the two of the engine. */
class ArchitectureTest {
    private static final String ROOT = "io.hiveactor.runtime";

    private static final String[] BELOW = {
        ROOT + ".fiber", ROOT + ".queue", ROOT + ".time", ROOT + ".waiting", ROOT + ".diagnosis", ROOT + ".event",
    };

    private final JavaClasses classes = new ClassFileImporter().importPath(Path.of("target", "classes"));

    /**
     * The engine has two packages that know each other: what a program sees of it, and {@code port}, which is the same
     * for the sister modules alone. They are one here.
     */
    @Test
    void packagesFormNoCycleBesidesTheEngineAndItsPort() {
        slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return SliceIdentifier.of(name.equals(ROOT + ".port") ? ROOT : name);
            }

            @Override
            public String getDescription() {
                return "the packages, the engine's two as one";
            }
        }).should().beFreeOfCycles().check(classes);
    }

    @Test
    void theRoomsBelowKnowNothingOfActors() {
        noClasses().that().resideInAnyPackage(BELOW)
                .should().dependOnClassesThat().resideInAPackage(ROOT).check(classes);
        noClasses().that().resideInAnyPackage(ROOT + ".fiber", ROOT + ".waiting").should().dependOnClassesThat(
                resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(ROOT + ".fiber", ROOT + ".waiting", ROOT + ".queue"))))
                .check(classes);
        for (String alone : List.of(".queue", ".time", ".diagnosis", ".event")) {
            noClasses().that().resideInAPackage(ROOT + alone).should().dependOnClassesThat(
                    resideInAPackage(ROOT + "..").and(not(resideInAPackage(ROOT + alone)))).check(classes);
        }
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
