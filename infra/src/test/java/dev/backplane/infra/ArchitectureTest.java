package dev.backplane.infra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.backplane.infra");

    @Test
    void classes_areSeen() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
    }

    @Test
    void constructs_knowNoService() {
        noClasses()
                .that()
                .resideInAPackage("dev.backplane.infra.constructs..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.backplane.deployments..", "dev.backplane.infra")
                .check(CLASSES);
    }

    @Test
    void settings_knowNeitherTheCdkNorTheSuite() {
        noClasses()
                .that()
                .resideInAPackage("dev.backplane.infra.settings..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "software.amazon..",
                        "dev.backplane.platform..",
                        "dev.backplane.deployments..",
                        "dev.backplane.infra.constructs..",
                        "dev.backplane.infra")
                .check(CLASSES);
    }
}
