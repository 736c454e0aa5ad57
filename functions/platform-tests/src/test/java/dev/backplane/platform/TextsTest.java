package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {

    @ParameterizedTest
    @CsvSource({"ab,ab", "abc,abc", "abcd,abc", "ab😀,ab", "ab😀d,ab", "a😀d,a😀", "'',''"})
    void cut_keepsAtMostThreeCharacters_andNoHalfOfAPair(String text, String expected) {
        assertThat(Texts.cut(text, 3)).isEqualTo(expected);
    }
}
