package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasIdTest {

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com/",
        "EXAMPLE.com., example.com/",
        "example.com/, example.com/",
        "example.com/docs/, example.com/docs",
        "*.example.com/docs/a, *.example.com/docs/a"
    })
    void parse_givesOneCanonicalForm(String written, String canonical) {
        AliasId id = AliasId.parse(written);
        assertThat(id).hasToString(canonical);
        assertThat(AliasId.parse(id.toString())).isEqualTo(id);
    }
}
