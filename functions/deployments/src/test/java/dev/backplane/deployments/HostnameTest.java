package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.IDN;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostnameTest {

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com",
        "EXAMPLE.com., example.com",
        "bücher.example, xn--bcher-kva.example",
        "BÜCHER.example, xn--bcher-kva.example",
        "xn--bcher-kva.example, xn--bcher-kva.example",
        "*.Example.COM, *.example.com",
        "a-b.c1.example.com, a-b.c1.example.com",
        "XN--BCHER-KVA.Example, xn--bcher-kva.example",
        "a。example．com, a.example.com",
        "straße.example, strasse.example"
    })
    void parse_givesOneCanonicalForm(String written, String canonical) {
        assertThat(Hostname.parse(written).value()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "localhost",
                "com.",
                "example..com",
                ".example.com",
                "example.com..",
                "-a.example.com",
                "a-.example.com",
                "a_b.example.com",
                "https://example.com",
                "example.com:443",
                "example.com?x=1",
                "example.com#top",
                "exa mple.com",
                "*.com",
                "*",
                "a.*.example.com",
                "*x.example.com",
                "127.0.0.1",
                "[::1]",
                "ex\u0000ample.com",
                "ex\u007fample.com",
                "ex\u0080ample.com",
                "a\uD800.example.com"
            })
    void parse_refusesWhatIsNoHostName(String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> Hostname.parse(written));
    }

    @Test
    void parse_refusesNamesAndLabelsThatAreTooLong() {
        String label = "a".repeat(63);
        assertThat(Hostname.parse(label + ".example.com").value()).startsWith(label);
        assertThatIllegalArgumentException().isThrownBy(() -> Hostname.parse("a" + label + ".example.com"));
        String name = (label + ".").repeat(4) + "com";
        assertThatIllegalArgumentException().isThrownBy(() -> Hostname.parse(name));
        assertThatIllegalArgumentException().isThrownBy(() -> Hostname.parse("ü".repeat(500_000) + ".com"));
    }

    // ASCII is read without the library, and must come to the same.
    @ParameterizedTest
    @ValueSource(strings = {"example.com", "EXAMPLE.Com.", "*.Example.COM", "XN--BCHER-KVA.Example", "A-1.b--c.INFO"})
    void parse_ofAsciiIsWhatTheLibraryMakesOfIt(String written) {
        assertThat(Hostname.parse(written).value())
                .isEqualTo(IDN.toASCII(written.replaceFirst("\\.$", "")).toLowerCase(Locale.ROOT));
    }

    @Test
    void reversed_swapsLabelsAndIsItsOwnInverse() {
        Hostname host = Hostname.parse("a.b.example.com");
        assertThat(host.reversed()).isEqualTo("com.example.b.a");
        assertThat(Hostname.ofReversed(host.reversed())).isEqualTo(host);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "a.example.com, *.example.com",
                "a.b.example.com, *.b.example.com",
                "example.com, none",
                "*.example.com, none"
            })
    void wildcard_coversOneLabel(String host, String wildcard) {
        assertThat(Hostname.parse(host).wildcard().map(Hostname::value).orElse(null))
                .isEqualTo(wildcard);
    }
}
