package dev.backplane.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of this module, which depends on no other and therefore not on those for tests. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.backplane.cli");

    static List<ArchRule> rules() {
        return List.of(
                noClasses()
                        .should()
                        .dependOnClassesThat()
                        .resideOutsideOfPackages(
                                "dev.backplane.cli..",
                                "java..",
                                "com.sun.net.httpserver..",
                                "picocli..",
                                "com.fasterxml.jackson..",
                                "org.jspecify.."),
                // The launcher runs these classes from their source.
                noClasses()
                        .that()
                        .resideInAPackage("dev.backplane.cli.build")
                        .or()
                        .haveSimpleName("Terminal")
                        .or()
                        .haveSimpleName("Failure")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("picocli..", "com.fasterxml.jackson.."),
                noClasses()
                        .that()
                        .resideOutsideOfPackage("dev.backplane.cli.output")
                        .should()
                        .callMethod(System.class, "getenv")
                        .orShould()
                        .callMethod(System.class, "getenv", String.class),
                slices().matching("dev.backplane.cli.(*)..").should().beFreeOfCycles(),
                classes().should().resideInAPackage("dev.backplane.cli.."));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void commandLine_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void packages_areNullMarked() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
        CLASSES.forEach(type -> assertThat(type.getPackage().isAnnotatedWith(org.jspecify.annotations.NullMarked.class))
                .as(type.getName())
                .isTrue());
    }
}
