package dev.backplane.local.eventbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScheduleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate(1 minute)              | 2026-01-05T10:00:30Z | 2026-01-05T10:01:30Z
            rate(5 minutes)             | 2026-01-05T10:00:30Z | 2026-01-05T10:05:30Z
            rate(1 day)                 | 2026-01-05T10:00:30Z | 2026-01-06T10:00:30Z
            cron(* * * * ? *)           | 2026-01-05T10:00:00Z | 2026-01-05T10:01:00Z
            cron(0/15 * * * ? *)        | 2026-01-05T10:46:00Z | 2026-01-05T11:00:00Z
            cron(30 6 ? * MON-FRI *)    | 2026-01-02T06:30:00Z | 2026-01-05T06:30:00Z
            cron(0 0 1 JAN,JUL ? *)     | 2026-01-05T10:00:00Z | 2026-07-01T00:00:00Z
            cron(0 0 29 2 ? *)          | 2026-01-05T10:00:00Z | 2028-02-29T00:00:00Z
            cron(0 8 ? * 1 *)           | 2026-01-05T10:00:00Z | 2026-01-11T08:00:00Z
            """)
    void next_isTheFirstMomentAfterwards(String expression, Instant after, Instant next) {
        assertThat(Schedule.parse(expression).next(after)).contains(next);
    }

    @Test
    void next_whenTheYearsAreOver_isNone() {
        assertThat(Schedule.parse("cron(0 0 1 1 ? 2020-2025)").next(Instant.parse("2026-01-05T00:00:00Z")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate(0 minutes)",
                "rate(1 minutes)",
                "rate(2 minute)",
                "rate(1 second)",
                "every minute",
                "cron(0 0 * * *)",
                "cron(0 0 * * * *)",
                "cron(0 0 ? * ? *)",
                "cron(60 0 * * ? *)",
                "cron(0 0 L * ? *)",
                "cron(0 0 ? * 2#1 *)",
                "cron(0 5-3 * * ? *)",
                "cron(0/0 5 * * ? *)"
            })
    void parse_whenEventBridgeOrTheLocalCloudDoesNotKnowIt_refuses(String expression) {
        assertThatThrownBy(() -> Schedule.parse(expression)).isInstanceOf(IllegalArgumentException.class);
    }
}
