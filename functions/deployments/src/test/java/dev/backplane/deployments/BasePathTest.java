package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BasePathTest {

    @ParameterizedTest
    @CsvSource({"/, /", "'', /", "docs, /docs", "/docs, /docs", "/docs/, /docs", "docs/v1.2, /docs/v1.2", "/Docs, /Docs"
    })
    void parse_givesOneCanonicalForm(String written, String canonical) {
        assertThat(BasePath.parse(written).value()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                "/a//b",
                "/..",
                "/.",
                "/a/../b",
                "/a/.",
                "/a#b",
                "/a?b",
                "/a b",
                "/a%20b",
                "/ä",
                "/a\\b",
                "/a\u0000"
            })
    void parse_refusesWhatIsNoBasePath(String written) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> BasePath.parse(written));
    }

    @Test
    void parse_refusesPathsThatAreTooLong() {
        assertThat(BasePath.parse("/" + "a".repeat(254)).value()).hasSize(255);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> BasePath.parse("/" + "a".repeat(255)));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> BasePath.parse("/a".repeat(500_000)));
    }

    @ParameterizedTest
    @CsvSource({
        "/, /, true",
        "/, /a/b, true",
        "/docs, /docs, true",
        "/docs, /docs/, true",
        "/docs, /docs/a, true",
        "/docs, /docs-a, false",
        "/docs, /docsa, false",
        "/docs, /doc, false",
        "/docs/a, /docs, false"
    })
    void holds_comparesWholeSegments(String base, String path, boolean holds) {
        assertThat(new BasePath(base).contains(path)).isEqualTo(holds);
    }
}
