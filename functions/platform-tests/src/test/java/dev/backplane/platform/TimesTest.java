package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T00:00:00Z,           2026-01-05T00:00:00.000Z",
        "2026-01-05T00:00:00.120Z,       2026-01-05T00:00:00.120Z",
        "2026-12-31T23:59:59.999999999Z, 2026-12-31T23:59:59.999Z",
        "2024-02-29T12:34:56.007Z,       2024-02-29T12:34:56.007Z",
        "1969-12-31T23:59:59.999Z,       1969-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00Z,           0000-01-01T00:00:00.000Z",
        "0001-01-01T00:00:00.001Z,       0001-01-01T00:00:00.001Z",
        "9999-12-31T23:59:59.999Z,       9999-12-31T23:59:59.999Z"
    })
    void format_alwaysPrintsThreeFractionDigits(Instant time, String text) {
        assertThat(Times.format(time)).isEqualTo(text).hasSize(24);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05T00:00:00.000Z",
                "2024-02-29T12:00:00.999Z",
                "1969-12-31T23:59:59.999Z",
                "-0001-12-31T23:59:59.999Z",
                "+10000-01-01T00:00:00.000Z"
            })
    void parse_readsWhatFormatPrints(String text) {
        assertThat(Times.parse(text)).isEqualTo(Instant.parse(text));
        assertThat(Times.format(Times.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-05T00:00:00.000Z", "2026-01-05T00:00:00Z", "2026-01-05T01:00:00.123456+01:00"})
    void parseAnyForm_readsWhatOthersWrote(String text) {
        assertThat(Times.parseAnyForm(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-02-30T00:00:00.000Z"})
    void parseAnyForm_whenTheTextIsNoTime_isRefused(String text) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> Times.parseAnyForm(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2026-01-05T00:00:00Z",
                "2026-01-05T00:00:00.1234Z",
                "2026-01-05T00:00:00.000+00:00",
                "2026-02-30T00:00:00.000Z",
                "2026-01-05T24:00:00.000Z",
                "2026-01-05t00:00:00.000z",
                " 2026-01-05T00:00:00.000Z",
                "２０２６-01-05T00:00:00.000Z"
            })
    void parse_whenTheTextIsOfAnotherForm_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Times.parse(text));
    }

    @Test
    void ofEpochSecond_whenTheNumberIsNoTime_isRefused() {
        assertThat(Times.ofEpochSecond(1)).isEqualTo(Instant.EPOCH.plusSeconds(1));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Times.ofEpochSecond(Long.MAX_VALUE));
    }

    @Test
    void now_isCutToWhatIsStored() {
        Clock clock = Clock.fixed(Instant.parse("2026-01-05T00:00:00.123456789Z"), ZoneOffset.UTC);

        assertThat(Times.now(clock)).isEqualTo(Instant.parse("2026-01-05T00:00:00.123Z"));
    }
}
