package dev.backplane.local.eventbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScheduleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate(1 minute)              | 2026-01-05T10:00:30Z | 2026-01-05T10:01:30Z
            rate(5 minutes)             | 2026-01-05T10:00:30Z | 2026-01-05T10:05:30Z
            rate(1 day)                 | 2026-01-05T10:00:30Z | 2026-01-06T10:00:30Z
            """)
    void next_isTheFirstMomentAfterwards(String expression, Instant after, Instant next) {
        assertThat(Schedule.parse(expression).next(after)).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate(0 minutes)",
                "rate(1 minutes)",
                "rate(2 minute)",
                "rate(1 second)",
                "every minute",
                "cron(0 0 * * ? *)"
            })
    void parse_whenEventBridgeOrTheLocalCloudDoesNotKnowIt_refuses(String expression) {
        assertThatThrownBy(() -> Schedule.parse(expression)).isInstanceOf(IllegalArgumentException.class);
    }
}
