package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {

    @ParameterizedTest
    @CsvSource({"ab,ab", "abc,abc", "abcd,abc", "ab😀,ab", "ab😀d,ab", "a😀d,a😀", "'',''"})
    void cut_keepsAtMostThreeCharacters_andNoHalfOfAPair(String text, String expected) {
        assertThat(Texts.truncate(text, 3)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Ann@Example.COM,ann@example.com", "\u212Aate,\u212Aate", "\u0130,\u0130", "\u00C4b,\u00E4b"})
    void lowerCase_turnsNothingIntoAscii(String text, String expected) {
        assertThat(Texts.lowerCase(text)).isEqualTo(expected);
    }
}
