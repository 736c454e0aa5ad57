package dev.backplane.local.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SweepIntervalTest {

    @ParameterizedTest
    @CsvSource({"PT0.001S, PT1S, PT1S", "PT0.05S, PT1S, PT4S", "PT0.2S, PT2S, PT18S", "PT9S, PT30S, PT0S"})
    void pace_looksLessOftenWhenALookTakesLonger(Duration took, Duration busy, Duration quiet) {
        assertThat(SweepInterval.busy(took)).isEqualTo(busy);
        assertThat(SweepInterval.quiet(took)).isEqualTo(quiet);
    }
}
