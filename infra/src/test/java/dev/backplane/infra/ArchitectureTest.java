package dev.backplane.infra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.testing.Architecture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = Architecture.classesBeside(BackplaneApp.class, 20);

    static List<ArchRule> rules() {
        return Architecture.rulesAround(
                "dev.backplane.infra..",
                "dev.backplane.console..",
                "dev.backplane.platform..",
                "dev.backplane.deployments..",
                "dev.backplane.layers..",
                "dev.backplane.tenants..",
                "dev.backplane.pool..",
                "dev.backplane.userdata..",
                "dev.backplane.identity..",
                "dev.backplane.activity..");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void infra_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void constructs_knowNoService() {
        noClasses()
                .that()
                .resideInAPackage("dev.backplane.infra.constructs..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.backplane.deployments..",
                        "dev.backplane.layers..",
                        "dev.backplane.tenants..",
                        "dev.backplane.pool..",
                        "dev.backplane.userdata..",
                        "dev.backplane.activity..",
                        "dev.backplane.infra")
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
                        "dev.backplane.layers..",
                        "dev.backplane.tenants..",
                        "dev.backplane.pool..",
                        "dev.backplane.userdata..",
                        "dev.backplane.activity..",
                        "dev.backplane.infra.constructs..",
                        "dev.backplane.infra")
                .check(CLASSES);
    }
}
