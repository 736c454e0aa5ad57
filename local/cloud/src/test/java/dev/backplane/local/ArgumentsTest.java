package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.Arguments.UsageException;
import dev.backplane.local.codebuild.BuildOutcome;
import dev.backplane.local.stepfunctions.TimeScale;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @Test
    void parse_whenNothingIsGiven_servesTheUsualPortFromMemory() throws UsageException {
        assertThat(Arguments.parse(List.of()))
                .isEqualTo(new Arguments(
                        Path.of("infra/target/cdk.out"),
                        4510,
                        Optional.empty(),
                        TimeScale.STANDARD,
                        BuildOutcome.STANDARD,
                        false,
                        false));
    }

    @Test
    void parse_takesEveryOption() throws UsageException {
        assertThat(Arguments.parse(List.of(
                        "--verbose",
                        "--port",
                        "0",
                        "--data",
                        "d",
                        "--templates",
                        "t",
                        "--speed",
                        "2.5",
                        "--builds",
                        "never",
                        "--help")))
                .isEqualTo(new Arguments(
                        Path.of("t"),
                        0,
                        Optional.of(Path.of("d")),
                        new TimeScale(2.5),
                        BuildOutcome.NEVER,
                        true,
                        true));
    }

    @ParameterizedTest
    @CsvSource({
        "--nonsense, Unknown option --nonsense",
        "nonsense, Unknown option nonsense",
        "--port, --port needs a value",
        "--data, --data needs a value",
        "--port 70000, --port needs a number",
        "--port -1, --port needs a number",
        "--port x, --port needs a number",
        "--speed 0, --speed needs a number",
        "--speed NaN, --speed needs a number",
        "--speed fast, --speed needs a number"
    })
    void parse_whenArgumentsMakeNoSense_saysWhich(String words, String message) {
        assertThatThrownBy(() -> Arguments.parse(List.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }
}
