package dev.backplane.pool.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ONE = "000000000001";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.stores.fill(2);
    }

    private static void assertProblem(GatewayResponse response, int status, String code) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.text("code")).isEqualTo(code);
    }

    @Test
    void labels_areShownByTheAccount_andLeaseIt() {
        GatewayResponse labeled = api.label(ONE, "{\"labels\":[\"gpu\",\"eu\",\"gpu\"]}");

        assertThat(labeled.status()).isEqualTo(200);
        assertThatJson(labeled.body()).node("labels").isEqualTo("['eu','gpu']");
        assertThat(api.account(ONE).body()).isEqualTo(labeled.body());
        GatewayResponse lease = api.create("{\"userId\":\"a\",\"labels\":[\"gpu\"]}");
        assertThat(lease.status()).isEqualTo(201);
        assertThat(lease.text("accountId")).isEqualTo(ONE);
    }

    @Test
    void claim_withoutAnAccountWithTheLabels_saysWhenThereMayBeOne() {
        api.label(ONE, "{\"labels\":[\"gpu\"]}");
        api.create("{\"userId\":\"a\",\"labels\":[\"gpu\"],\"durationMinutes\":30}");
        api.stores.sweeper.sweep(StoreFixture.BY);

        GatewayResponse refused = api.create("{\"userId\":\"b\",\"labels\":[\"gpu\"]}");

        assertProblem(refused, 409, "NO_ACCOUNT_AVAILABLE");
        assertThat(refused.text("nextAvailableAt")).isEqualTo("2026-01-05T00:35:00.000Z");
        assertThat(refused.header("retry-after")).contains("2100");
        GatewayResponse unknown = api.create("{\"userId\":\"b\",\"labels\":[\"eu\"]}");
        assertProblem(unknown, 409, "NO_ACCOUNT_AVAILABLE");
        assertThatJson(unknown.body()).node("nextAvailableAt").isAbsent();
        assertThat(unknown.header("retry-after")).contains("60");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"labels\":\"gpu\"}",
                "{\"labels\":[\"GPU\"]}",
                "{\"labels\":[\"\"]}",
                "{\"labels\":[1]}",
                "{\"labels\":[\"123456789012345678901234567890123\"]}",
                "{\"labels\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\"]}"
            })
    void labelsOfAnotherForm_areRefusedAndChangeNothing(String body) {
        var before = api.stores.contents();

        assertProblem(api.label(ONE, body), 400, "INVALID_REQUEST");
        assertProblem(api.create(body.replace("{\"labels", "{\"userId\":\"a\",\"labels")), 400, "INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void labels_areRequired_andTheirAccount() {
        assertProblem(api.label(ONE, "{}"), 400, "INVALID_REQUEST");
        assertProblem(api.label("000000000009", "{\"labels\":[]}"), 404, "ACCOUNT_NOT_FOUND");
    }
}
