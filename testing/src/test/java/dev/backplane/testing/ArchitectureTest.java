package dev.backplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.platform.Platform;
import dev.backplane.testing.sample.ImpureDomain;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the rules: each one detects its violation in a sample service. */
class ArchitectureTest {

    private static final String SAMPLE = "dev.backplane.testing.sample";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(Objects.requireNonNull(ImpureDomain.class.getResource("/" + SAMPLE.replace('.', '/'))));

    static List<ArchRule> rules() {
        return Architecture.rulesOfService(SAMPLE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_whenAServiceBreaksIt_seesIt(ArchRule rule) {
        assertThat(rule.evaluate(CLASSES).hasViolation()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_whenThereAreNoClasses_fails(ArchRule rule) {
        JavaClasses none = new ClassFileImporter().importClasses();

        assertThatThrownBy(() -> rule.check(none)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource({
        "imports nothing of the suite but, SampleStore",
        "knows the DynamoDB client, ClientHandler",
        "the domain, ImpureDomain|StrayFunction",
        "read the environment, ImpureDomain",
        "logging framework, ImpureDomain",
        "made without arguments, ClientHandler|StrayFunction",
        "reside in any package, StrayFunction",
        "have no cycles, SampleStore|ImpureDomain",
        "null-marked, Unmarked"
    })
    void rule_namesTheClassesThatBreakIt(String description, String culprits) {
        ArchRule rule = rules().stream()
                .filter(each -> each.getDescription().contains(description))
                .findFirst()
                .orElseThrow();

        assertThat(rule.evaluate(CLASSES).getFailureReport().getDetails())
                .isNotEmpty()
                .allMatch(detail -> Pattern.compile("sample\\S*\\.(" + culprits + ")")
                        .matcher(detail)
                        .find());
    }

    @Test
    void classesBeside_whenTooFewAreSeen_fails() {
        assertThatThrownBy(() -> Architecture.classesBeside(Platform.class, 10_000))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("beside dev.backplane.platform.Platform");
    }
}
