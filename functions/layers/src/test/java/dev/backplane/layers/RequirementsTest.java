package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementsTest {

    /** Known answers of SHA-256, so that a hash made elsewhere is the same. */
    @Test
    void hash_isTheSha256OfTheText() {
        assertThat(RequirementsHash.of("").value())
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(RequirementsHash.of("abc").value())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void hash_isReadInAnyCase() {
        RequirementsHash hash = RequirementsHash.of("abc");
        assertThat(RequirementsHash.parse(hash.value().toUpperCase(Locale.ROOT)))
                .isEqualTo(hash);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015adc",
                "ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            })
    void hash_ofAnotherForm_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> RequirementsHash.parse(text))
                .withMessage("must be a SHA-256 as 64 hexadecimal characters");
    }

    @Test
    void dependencies_areTheLinesThatSaySomething() {
        assertThat(Requirements.of("a==1\r\n\n  b==2  \n# why\n").dependencies())
                .contains(List.of("a==1", "b==2", "# why"));
        assertThat(Requirements.of("").dependencies()).contains(List.of());
        assertThat(Requirements.known(RequirementsHash.of("x")).dependencies()).isEqualTo(Optional.empty());
    }

    @Test
    void check_takesTextOfBoundedSize() {
        String largest = "é".repeat(Requirements.MAX_BYTES / 2);
        assertThat(Requirements.check(largest)).isEqualTo(largest);
        assertThat(Requirements.check("a\tb\r\n")).isEqualTo("a\tb\r\n");
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Requirements.check(largest + "x"))
                .withMessage("must be at most 102400 bytes of UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\u001bb", "a\ud800b"})
    void check_refusesWhatIsNoText(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Requirements.check(text))
                .withMessage("must be plain text without control characters");
    }
}
