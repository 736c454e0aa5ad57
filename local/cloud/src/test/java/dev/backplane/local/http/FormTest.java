package dev.backplane.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormTest {

    @Test
    void parse_keepsOrderAndEveryValue() throws BadEscapeException {
        assertThat(Form.parse("b=2&a=1&b=x%3Dy&&c&d="))
                .containsExactly(
                        entry("b", List.of("2", "x=y")),
                        entry("a", List.of("1")),
                        entry("c", List.of("")),
                        entry("d", List.of("")));
    }

    @Test
    void parse_whenNothingIsThere_isEmpty() throws BadEscapeException {
        assertThat(Form.parse("")).isEmpty();
    }
}
