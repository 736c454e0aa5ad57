package dev.backplane.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeOptionsTest {

    private static final String CERTIFICATE =
            "arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef";
    private static final String WEB_ACL = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/guard/01234567-89ab";

    @Test
    void edge_isOnForProdAlone() {
        assertThat(of("prod", Map.of()).edge().enabled()).isTrue();
        assertThat(of("dev", Map.of()).edge().enabled()).isFalse();
        assertThat(of("prod", Map.of("edge", false)).edge().enabled()).isFalse();
        assertThat(of("dev", Map.of("edge", "true")).edge().enabled()).isTrue();
    }

    @Test
    void edge_mayHaveADomainAndAWebAcl() {
        EdgeOptions edge = of(
                        "prod",
                        Map.of(
                                "edgeDomain",
                                "backplane.example.com",
                                "edgeCertificateArn",
                                CERTIFICATE,
                                "edgeWebAclArn",
                                WEB_ACL))
                .edge();

        assertThat(edge.domain()).contains(new EdgeOptions.Domain("backplane.example.com", CERTIFICATE));
        assertThat(edge.webAclArn()).contains(WEB_ACL);
    }

    @Test
    void certificateAndWebAcl_ofAnotherRegion_areRefused() {
        assertThatThrownBy(() -> of(
                        "prod",
                        Map.of(
                                "edgeDomain",
                                "backplane.example.com",
                                "edgeCertificateArn",
                                CERTIFICATE.replace("us-east-1", "eu-central-1"),
                                "edgeWebAclArn",
                                WEB_ACL.replace("us-east-1", "eu-central-1"))))
                .hasMessageContainingAll("edgeCertificateArn must match", "edgeWebAclArn must match", "us-east-1");
    }

    @Test
    void domainAndCertificate_needEachOtherAndTheEdge() {
        assertThatThrownBy(() -> of("prod", Map.of("edgeDomain", "backplane.example.com")))
                .hasMessageContaining("edgeCertificateArn is missing");
        assertThatThrownBy(() -> of("prod", Map.of("edgeCertificateArn", CERTIFICATE)))
                .hasMessageContaining("edgeDomain is missing");
        assertThatThrownBy(() -> of("dev", Map.of("edgeWebAclArn", WEB_ACL)))
                .hasMessageContaining("edgeWebAclArn has no use without edge");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example.com",
                "https://localhost",
                "https://app.example.com:8443",
                "http://localhost:5173",
                "http://127.0.0.1:4510"
            })
    void origin_ofHttpsOrOfThisMachine_isAllowed(String origin) {
        assertThat(of("dev", Map.of("allowedOrigins", List.of(origin))).allowedOrigins())
                .containsExactly(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "https://*",
                "https://*.example.com",
                "http://app.example.com",
                "http://localhost",
                "http://localhost:80",
                "https://app.example.com/",
                "https://app.example.com/path",
                "https://App.example.com",
                "https://app.example.com:443",
                "https://user@app.example.com",
                "app.example.com",
                "null"
            })
    void origin_ofAnythingElse_isRefused(String origin) {
        assertThatThrownBy(() -> of("dev", Map.of("allowedOrigins", List.of(origin))))
                .hasMessageContaining("allowedOrigins must be origins")
                .hasMessageContaining("not " + origin);
    }

    @Test
    void origins_mayBeNone() {
        assertThat(of("dev", Map.of("allowedOrigins", List.of())).allowedOrigins())
                .isEmpty();
    }

    private static StageSettings of(String stage, Map<String, ?> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("logRetentionDays", 14);
        return StageSettings.of(stage, all);
    }
}
