package dev.backplane.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a%20b, a b",
        "a%2Fb, a/b",
        "a%2fb, a/b",
        "%252F, %2F",
        "a+b, a+b",
        "%C3%A4, ä",
        "%F0%9F%9A%80, 🚀",
        "%2e%2e, ..",
    })
    void decodePath_decodesExactlyOnce(String encoded, String expected) throws BadEscapeException {
        assertThat(PercentEncoding.decodePath(encoded)).isEqualTo(expected);
    }

    @Test
    void decodeQuery_takesPlusForSpace() throws BadEscapeException {
        assertThat(PercentEncoding.decodeQuery("a+b%2Bc")).isEqualTo("a b+c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "a%zz", "%+1", "%-1", "%FF", "%C3", "%C0%AF", "%ED%A0%80", "ä"})
    void decode_whenEscapeStandsForNoText_refuses(String encoded) {
        assertThatThrownBy(() -> PercentEncoding.decodePath(encoded)).isInstanceOf(BadEscapeException.class);
        assertThatThrownBy(() -> PercentEncoding.decodeQuery(encoded)).isInstanceOf(BadEscapeException.class);
    }
}
