package dev.backplane.tenants;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.testing.Architecture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final String ROOT = "dev.backplane.tenants";
    private static final JavaClasses CLASSES = Architecture.classesBeside(TenantId.class, 60);

    static Stream<ArchRule> rules() {
        return Stream.concat(
                Architecture.rulesOfService(ROOT).stream(),
                List.of("sfn", "cloudformation").stream().map(ArchitectureTest::staysInWorkflow));
    }

    private static ArchRule staysInWorkflow(String service) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".workflow")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.awssdk.services." + service + "..")
                .as("only the workflow package knows the client of " + service);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void service_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }
}
