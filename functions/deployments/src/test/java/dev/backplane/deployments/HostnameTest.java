package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
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
        "xn--strae-oqa.de, xn--strae-oqa.de",
        "xn--strae-oqa.bücher.de, xn--strae-oqa.xn--bcher-kva.de",
        "xn--11b2ezcw70k.example.com, xn--11b2ezcw70k.example.com",
        "ΣΑΣ.gr, xn--mxa9ab.gr",
        "ｅｘａｍｐｌｅ.com, example.com",
        "ﬀ.example, ff.example",
        "ä.example, xn--4ca.example",
        "日本語。ＪＰ, xn--wgv71a119e.jp"
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
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Hostname.parse(written));
    }

    /** UTS 46 and IDNA 2003 disagree on these, or IDNA 2003 does not know them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "straße.de",
                "STRAẞE.de",
                "βόλος.com",
                "a\u200Db.com",
                "a\u200Cb.com",
                "\u0915\u094D\u200D\u0937.com",
                "a\u00ADb.com",
                "🦄.example.com",
                "\u04C0.example.com",
                "\u10A0.example.com",
                "\uD87E\uDC68.example.com",
                "⒈com.de",
                "a\u0345.example",
                "ｘn--bcher-kva.example",
                "ｘn--99999999999.com"
            })
    void parse_asksForTheAsciiFormWhereStandardsDiffer(String written) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Hostname.parse(written))
                .withMessageContaining("xn--");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xn--strae-oqa.de",
                "*.xn--strae-oqa.de",
                "xn--nxasmm1c.com",
                "xn--11b2ezcw70k.example.com",
                "xn--bcher-kva.example",
                "xn--wgv71a119e.jp",
                "xn--3s9h.example",
                "a--b.example"
            })
    void parseNew_takesLabelsThatStandForInternationalizedOnes(String written) {
        assertThat(Hostname.parseNew(written).value()).isEqualTo(written);
    }

    /** Not Punycode, beyond Unicode, a capital, a form that is mapped, a mark at the beginning, a space. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "xn--a.de",
                "xn--99999999.de",
                "xn--zzzzzzzzzzz.de",
                "xn--bcher-2pa.de",
                "xn--im6c.de",
                "xn--a-bcb.de",
                "xn--ab-1ca.de",
                "xn--ab-5da.de"
            })
    void parseNew_refusesOthers_whichAreStillReadWhereTheyExist(String written) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Hostname.parseNew(written))
                .withMessageContaining("xn--");
        assertThat(Hostname.parse(written).value()).isEqualTo(written);
    }

    @Test
    void parse_removesATrailingDotOfAnyScript() {
        assertThat(Hostname.parse("example.com\u3002").value()).isEqualTo("example.com");
        assertThat(Hostname.parse("example\u3002com.").value()).isEqualTo("example.com");
    }

    @Test
    void parse_refusesNamesAndLabelsThatAreTooLong() {
        String label = "a".repeat(63);
        assertThat(Hostname.parse(label + ".example.com").value()).startsWith(label);
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Hostname.parse("a" + label + ".example.com"));
        String name = (label + ".").repeat(4) + "com";
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Hostname.parse(name));
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Hostname.parse("ü".repeat(500_000) + ".com"));
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
