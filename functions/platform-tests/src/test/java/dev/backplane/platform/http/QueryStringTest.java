package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStringTest {

    private final List<String> rejected = new ArrayList<>();

    private Map<String, String> parse(String raw) {
        return QueryString.parse(raw, (field, message) -> rejected.add(field + " " + message));
    }

    @Test
    void parse_readsNamesAndValues() {
        assertThat(parse("a=1&b=&c&=d&&e=f=g"))
                .containsExactly(entry("a", "1"), entry("b", ""), entry("c", ""), entry("", "d"), entry("e", "f=g"));
        assertThat(rejected).isEmpty();
    }

    @Test
    void parse_whenThereIsNoQuery_isEmpty() {
        assertThat(parse("")).isEmpty();
        assertThat(parse("&")).isEmpty();
        assertThat(rejected).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "%61, a",
        "%2541, %41",
        "a+b%2Bc%20d, 'a b+c d'",
        "%C3%A9%f0%9f%98%80, é😀",
        "é, é",
        "%26%3D%23, &=#",
        "%2e%2E%2f, ../"
    })
    void parse_decodesExactlyOnce(String encoded, String decoded) {
        assertThat(parse("v=" + encoded)).containsExactly(entry("v", decoded));
        assertThat(parse(encoded + "=v")).containsExactly(entry(decoded, "v"));
        assertThat(rejected).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%", "%4", "%zz", "a%2", "%+1", "%-1", "% 1", "%1 ", "%é", "%FF", "%C3%28", "%C0%AF", "%ED%A0"})
    void parse_whenAValueIsNotPercentEncodedUtf8_isRejectedByName(String encoded) {
        assertThat(parse("good=1&v=" + encoded)).containsExactly(entry("good", "1"));
        assertThat(rejected).containsExactly("v is not valid percent-encoding");
    }

    @Test
    void parse_whenANameIsNotPercentEncodedUtf8_isRejectedAsItWasWritten() {
        assertThat(parse("%zz=1")).isEmpty();
        assertThat(rejected).containsExactly("%zz is not valid percent-encoding");
    }

    @Test
    void parse_whenANameIsRepeated_isRejectedHoweverItIsWritten() {
        parse("a=1&%61=1&b=2");

        assertThat(rejected).containsExactly("a is given more than once");
    }
}
