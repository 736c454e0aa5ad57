package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the machine clients of the Identity stack with the local issuer. */
class ClientsTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private static final String READER = "backplane-dev-reader";

    @Test
    void readerOfTheTemplate_readsAndChangesNothing() {
        Api reader = SUITE.api().withClient(READER);

        assertThat(reader.get("/deployments").status()).isEqualTo(200);
        assertThat(reader.get("/pool/accounts").status()).isEqualTo(200);
        assertThat(reader.post("/deployments", "{}").status()).isEqualTo(403);
        assertThat(reader.delete("/deployments/none").status()).isEqualTo(403);
    }

    @Test
    void localClient_mayDoWhatNoClientOfTheTemplateMay() {
        assertThat(SUITE.api().delete("/deployments/none").status()).isEqualTo(404);
    }
}
