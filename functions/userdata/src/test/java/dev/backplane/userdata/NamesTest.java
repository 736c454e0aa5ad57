package dev.backplane.userdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Ids;
import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "9", "A.b_c-d", "a..", "m1.a"})
    void names_ofTheForm_areReadAsTheyAre(String text) {
        assertThat(AppName.parse(text)).hasToString(text);
        assertThat(DataKey.parse(text)).hasToString(text);
        assertThat(DataKey.parsePrefix(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".a", "_a", "-a", "a b", "a#b", "a/b", "é", "a\n", "~a"})
    void names_ofAnotherForm_areRefused(String text) {
        assertThatThrownBy(() -> AppName.parse(text)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> DataKey.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void names_areUpTo255Characters() {
        assertThat(DataKey.parse("a".repeat(255)).value()).hasSize(255);
        assertThatThrownBy(() -> DataKey.parse("a".repeat(256))).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a b", "a+b", ":", "auth0|5f7c", "a@b.example", "...", "😀👩‍👩‍👧", "é", "مرحبا", "me too"
            })
    void userIds_arePrintableText(String text) {
        assertThat(UserId.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "\u0000", "\u0085", "\u2028", "\ud800", "a\udc00"})
    void userIds_thatCannotBePrinted_areRefused(String text) {
        assertThatThrownBy(() -> UserId.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    /** API Gateway decodes paths before it matches them: {@code ann/cb/visits?} would name a counter of Ann. */
    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "a?b", "a#b", "a%2Fb", "%", "ann/cb/visits?", "\u007f", ".", ".."})
    void userIds_withSignsOfPaths_areRefused(String text) {
        assertThatThrownBy(() -> UserId.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    /** A path with this id means the caller, whatever its case: ids are kept in lower case. */
    @ParameterizedTest
    @ValueSource(strings = {"me", "ME", "Me", "mE"})
    void userIds_areNeverMe(String text) {
        assertThatThrownBy(() -> UserId.parse(text)).hasMessage("must not be me");
    }

    @ParameterizedTest
    @CsvSource({"Ann@Example.COM,ann@example.com", "\u212Aate,\u212Aate"})
    void userIds_areInLowerCase_butTheKelvinSignIsNotAK(String text, String expected) {
        assertThat(UserId.parse(text)).hasToString(expected);
    }

    @Test
    void userIds_areMeasuredInLowerCase() {
        assertThat(UserId.parse("\u023A".repeat(85)).value()).isEqualTo("\u2C65".repeat(85));
        assertThatThrownBy(() -> UserId.parse("\u023A".repeat(86)))
                .as("172 bytes, but 258 in lower case")
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void userIds_areUpTo256Bytes() {
        assertThat(UserId.parse("é".repeat(128)).value()).hasSize(128);
        assertThatThrownBy(() -> UserId.parse("é".repeat(128) + "a")).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void version_isReadAsItIsPrintedAndTellsItsTimes() {
        Instant created = Instant.parse("2026-01-05T00:00:00Z");
        Instant now = Instant.parse("2026-01-05T00:00:01.234Z");
        Version version = Version.next(Optional.of(created), now, Ids.random()).inSeparateRow();

        assertThat(Version.parse(version.toString())).contains(version);
        assertThat(version.created()).contains(created);
        assertThat(version.updated()).isEqualTo(now);
        assertThat(version.isSeparate()).isTrue();
        assertThat(Version.next(Optional.empty(), now, Ids.random()).isSeparate())
                .isFalse();
        assertThat(Version.next(Optional.empty(), now, Ids.random()).created()).isEmpty();
    }

    @Test
    void etag_isReadAsItIsPrinted() {
        Version version = Version.next(Optional.empty(), Instant.ofEpochMilli(1), Ids.random());
        ETag tag = new ETag(version, 262_399);

        assertThat(ETag.parse(tag.toString())).contains(tag);
        assertThat(ETag.parse(version + "-0")).isEmpty();
        assertThat(ETag.parse(version.toString())).isEmpty();
        assertThat(ETag.parse("x")).isEmpty();
        assertThat(ETag.parse(version + "-01")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.50, 1.5, 1",
        "-0.0, 0, 0",
        "1e3, 1000, 0",
        "1e100, 1E+100, 0",
        "1e-50, 1E-50, 50",
        "12345678901234567890123456789012345678, 12345678901234567890123456789012345678, 0"
    })
    void counterNumbers_arePrintedAsJsonAndTellTheirScale(String literal, String printed, int scale) {
        CounterNumber number = CounterNumber.parse(literal).orElseThrow();

        assertThat(number).hasToString(printed);
        assertThat(number.scale()).isEqualTo(scale);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e126", "1e-131", "123456789012345678901234567890123456789", "1e2147483648", "1e-2147483647"})
    void counterNumbers_thatDynamoDbWouldRound_areNone(String literal) {
        assertThat(CounterNumber.parse(literal)).isEmpty();
        assertThat(CounterNumber.parse("1".repeat(1_000_000))).isEmpty();
    }
}
