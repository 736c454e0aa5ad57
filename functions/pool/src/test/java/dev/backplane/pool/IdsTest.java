package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.CountingIds;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

    @Test
    void accountId_keepsLeadingZeros() {
        assertThat(AccountId.parse("001234567890")).hasToString("001234567890");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12345678901", "1234567890123", "12345678901a", " 12345678901", "١٢٣٤٥٦٧٨٩٠١٢"})
    void accountId_isTwelveDigits(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> AccountId.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "bill.bob@gmail.com, bill.bob@gmail.com",
        "'  Bill.Bob@Gmail.COM ', bill.bob@gmail.com",
        "a+b@x.io, a+b@x.io",
        "a.b-c_d~e, a.b-c_d~e",
        "ÄÖ, äö",
        // The Kelvin sign is not a K, or two people would be one.
        "\u212Aate, \u212Aate",
        "two words, two words"
    })
    void userId_isTrimmedAndInLowerCase(String text, String expected) {
        assertThat(UserId.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\nb", "a\u0000", "a\u007f", "a\u0085b", "a\ud800", ".", " .. "})
    void userId_isNotEmptyNorADotSegmentAndHasNoControlCharacters(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> UserId.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "a?b", "a#b", "a%b", "/", "%2F"})
    void userId_hasNoCharacterThatAPathCannotCarry(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> UserId.parse(text))
                .withMessageContaining("/ \\ ? # %");
    }

    @Test
    void userId_has256CharactersAtTheMost() {
        assertThat(UserId.parse("😀".repeat(256)).value()).hasSize(512);
        assertThat(UserId.parse(" " + "a".repeat(256) + " ").value()).hasSize(256);
        assertThat(UserId.parse("\u023A".repeat(256)).value())
                .as("256 letters with a longer lower case")
                .isEqualTo("\u2C65".repeat(256));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> UserId.parse("a".repeat(257)));
    }

    @Test
    void leaseId_ofACallerAndAKey_isAlwaysTheSameUuid_andAnotherForAnyOther() {
        LeaseId id = LeaseId.of(new IdempotencyKey("key"), "a");

        assertThat(LeaseId.of(new IdempotencyKey("key"), "a")).isEqualTo(id);
        assertThat(UUID.fromString(id.value()).version()).isEqualTo(8);
        assertThat(LeaseId.of(new IdempotencyKey("key2"), "a")).isNotEqualTo(id);
        assertThat(LeaseId.of(new IdempotencyKey("key"), "b")).isNotEqualTo(id);
        assertThat(LeaseId.of(new IdempotencyKey("key"), "2a"))
                .isNotEqualTo(LeaseId.of(new IdempotencyKey("key2"), "a"));
    }

    @Test
    void leaseId_atRandom_isAUuid() {
        UUID id = UUID.fromString(LeaseId.random(new CountingIds().next()).value());

        assertThat(id.version()).isEqualTo(4);
        assertThat(id.variant()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a#b", "a/b", "ü"})
    void leaseId_andAttemptId_areLettersDigitsAndHyphens(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> LeaseId.parse(text));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> AttemptId.parse(text));
    }

    @Test
    void leaseId_ofTheDesignsExample_isOne() {
        assertThat(LeaseId.parse("abc123-def456")).hasToString("abc123-def456");
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> LeaseId.parse("a".repeat(65)));
    }
}
