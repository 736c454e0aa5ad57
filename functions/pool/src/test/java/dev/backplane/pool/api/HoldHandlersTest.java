package dev.backplane.pool.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HoldHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ONE = "000000000001";
    private static final String WHY = "{\"reason\":\"bill\"}";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static void assertProblem(GatewayResponse response, int status, String code) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.text("code")).isEqualTo(code);
    }

    @Test
    void hold_andRelease_areShownByTheAccountAndTheLists() {
        api.stores.fill(2);

        GatewayResponse held = api.hold(ONE, WHY);

        assertThat(held.status()).isEqualTo(200);
        assertThatJson(held.body())
                .node("hold")
                .isEqualTo("{since:'2026-01-05T00:00:00.000Z',quarantine:false,"
                        + "actor:{type:'user',id:'unknown'},reason:'bill'}");
        assertThat(api.account(ONE).body()).isEqualTo(held.body());
        assertThatJson(api.accounts("status=held").body())
                .isEqualTo("{status:'held',count:1,accountIds:['" + ONE + "']}");
        assertThatJson(api.accounts("status=available").body()).node("count").isEqualTo(1);
        assertThatJson(api.pool().body()).node("accounts.held").isEqualTo(1);

        assertThatJson(api.release(ONE, "reason=paid").body()).node("hold").isAbsent();
        assertThat(api.release(ONE, "").status()).as("again").isEqualTo(200);
        assertThatJson(api.accounts("status=available").body()).node("count").isEqualTo(2);
    }

    @Test
    void heldAccount_refusesWhatWouldUseIt() {
        api.stores.fill(1, AccountState.DIRTY);
        api.hold(ONE, WHY);

        GatewayResponse refused = api.startCleanup(ONE);
        assertProblem(refused, 409, "ACCOUNT_HELD");
        assertThat(refused.text("reason")).isEqualTo("bill");
        assertProblem(api.remove(ONE), 409, "ACCOUNT_HELD");
        api.mark(ONE, "{\"status\":\"available\"}");
        assertProblem(api.create("{\"userId\":\"a\",\"accountId\":\"" + ONE + "\"}"), 409, "ACCOUNT_NOT_AVAILABLE");
        assertProblem(api.create("{\"userId\":\"a\"}"), 409, "NO_ACCOUNT_AVAILABLE");
    }

    @Test
    void quarantine_endsTheLease() {
        api.stores.fill(1);
        String lease = api.stores.lease("a").id().value();

        GatewayResponse account = api.quarantine(ONE, WHY);

        assertThat(account.status()).isEqualTo(200);
        assertThat(account.text("status")).isEqualTo("dirty");
        assertThatJson(account.body()).node("hold.quarantine").isEqualTo(true);
        assertThat(api.get(ApiFixture.withId(GetLeaseHandler.OPERATION, lease)).text("reason"))
                .isEqualTo("quarantined");
    }

    @Test
    void quarantine_ofAnAccountWhoseLeaseIsLost_isRefused() {
        api.stores.fill(1);
        api.stores.delete(PoolKey.of(api.stores.lease("a").id()));

        assertProblem(api.quarantine(ONE, WHY), 409, "LEASE_UNREADABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"reason\":\"\"}", "{\"reason\":1}", "{\"reason\":\"a\",\"more\":1}"})
    void badInput_isRefusedAndChangesNothing(String body) {
        api.stores.fill(1);
        var before = api.stores.contents();

        assertProblem(api.hold(ONE, body), 400, "INVALID_REQUEST");
        assertProblem(api.quarantine(ONE, body), 400, "INVALID_REQUEST");
        assertProblem(api.release(ONE, "why=1"), 400, "INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void unknownAccounts_areNotFound() {
        assertProblem(api.hold(ONE, WHY), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.release(ONE, ""), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.quarantine(ONE, WHY), 404, "ACCOUNT_NOT_FOUND");
    }
}
