package dev.backplane.pool.api;

import static dev.backplane.pool.api.ApiFixture.withId;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Who makes a change, and why, is kept with it. */
class ActorsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ONE = "000000000001";
    private static final AccountId ACCOUNT = new AccountId(ONE);
    private static final Actor ANN = Actor.user("ann@example.com");
    private static final Actor CI = Actor.client("ci");

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static HttpCall asAnn(HttpCall call) {
        return call.sub("Ann@example.com");
    }

    private static HttpCall asCi(HttpCall call) {
        return call.sub("ci").claim("client_id", "ci");
    }

    private Item item(PoolKey key) {
        return api.stores.item(key).orElseThrow();
    }

    private GatewayResponse mark(HttpCall call, String body) {
        return api.send(call.body(body), SetAccountStatusHandler::new);
    }

    private static HttpCall marking() {
        return withId(SetAccountStatusHandler.OPERATION, ONE);
    }

    private static HttpCall removing() {
        return withId(RemoveAccountHandler.OPERATION, ONE);
    }

    private GatewayResponse lease(HttpCall call) {
        return api.create(call.body("{\"userId\":\"bill\"}"));
    }

    @Test
    void account_hasTheActorAndTheReasonOfItsLastChange() {
        api.send(
                asAnn(HttpCall.of(AddAccountHandler.OPERATION)).body("{\"accountId\":\"" + ONE + "\"}"),
                AddAccountHandler::new);
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(ANN);

        mark(asCi(marking()), "{\"status\":\"available\",\"reason\":\"tested\"}");
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(CI);
        assertThat(item(PoolKey.of(ACCOUNT)).findText("reason")).contains("tested");

        mark(asAnn(marking()), "{\"status\":\"dirty\"}");
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(ANN);
        assertThat(item(PoolKey.of(ACCOUNT)).findText("reason")).isEmpty();
    }

    @Test
    void cleanup_hasTheActorsOfItsStartAndItsResult() {
        api.stores.fill(1);
        api.mark(ONE, "{\"status\":\"dirty\"}");

        GatewayResponse started = api.send(asAnn(withId(StartCleanupHandler.OPERATION, ONE)), StartCleanupHandler::new);
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(ANN);
        api.send(
                asCi(withId(FinishCleanupHandler.OPERATION, ONE))
                        .path("attemptId", started.text("attemptId"))
                        .body("{\"result\":\"succeeded\"}"),
                FinishCleanupHandler::new);

        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(CI);
    }

    @Test
    void removal_leavesARecordOfTheAccountWithItsActorAndReason() {
        api.stores.fill(1);

        assertThat(api.send(asAnn(removing()).query("reason=account%20closed"), RemoveAccountHandler::new)
                        .status())
                .isEqualTo(204);

        Item record = item(PoolKey.removalOf(ACCOUNT));
        assertThat(record.findActor("actor")).contains(ANN);
        assertThat(record.findText("reason")).contains("account closed");
        assertThat(record.text("data")).isEqualTo("available");
        assertThat(record.text("removed")).isEqualTo("2026-01-05T00:00:00.000Z");
        assertThat(record.findNumber("ttl")).isPresent();
        api.stores.checkInvariants();
    }

    @Test
    void lease_hasWhoCreatedExtendedAndEndedIt() {
        api.stores.fill(1);
        String id = lease(asAnn(HttpCall.of(CreateLeaseHandler.OPERATION))).text("leaseId");
        api.extend(asCi(withId(ExtendLeaseHandler.OPERATION, id)).body("{\"extendMinutes\":5}"));

        GatewayResponse ended =
                api.end(asAnn(withId(EndLeaseHandler.OPERATION, id)).query("reason=revoked&note=caf%C3%A9%20closed"));

        assertThatJson(ended.body()).node("createdBy").isEqualTo("{type:'user',id:'ann@example.com'}");
        assertThatJson(ended.body()).node("extendedBy").isEqualTo("{type:'client',id:'ci'}");
        assertThatJson(ended.body()).node("endedBy").isEqualTo("{type:'user',id:'ann@example.com'}");
        assertThatJson(ended.body()).node("reason").isEqualTo("revoked");
        assertThatJson(ended.body()).node("note").isEqualTo("café closed");
        assertThat(api.get(withId(GetLeaseHandler.OPERATION, id)).body()).isEqualTo(ended.body());
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(ANN);
        assertThat(item(PoolKey.of(ACCOUNT)).findText("reason")).contains("café closed");
    }

    @Test
    void repair_isByWhoAskedForIt() {
        api.stores.fill(1);
        String id = lease(HttpCall.of(CreateLeaseHandler.OPERATION)).text("leaseId");
        api.stores.delete(PoolKey.of(new LeaseId(id)));

        api.send(asAnn(HttpCall.of(VerifyPoolHandler.OPERATION)).body("{\"repair\":true}"), VerifyPoolHandler::new);

        assertThat(item(PoolKey.of(ACCOUNT)).text("data")).isEqualTo("dirty");
        assertThat(item(PoolKey.of(ACCOUNT)).findActor("actor")).contains(ANN);
    }

    @Test
    void lease_ofAnOldItem_isReadWithoutActors() {
        api.stores.fill(1);
        String id = lease(HttpCall.of(CreateLeaseHandler.OPERATION)).text("leaseId");
        Map<String, AttributeValue> old =
                new HashMap<>(item(PoolKey.of(new LeaseId(id))).attributes());
        old.remove("createdBy");
        api.stores.put(PoolKey.of(new LeaseId(id)), old);

        GatewayResponse read = api.get(withId(GetLeaseHandler.OPERATION, id));

        assertThat(read.status()).isEqualTo(200);
        assertThatJson(read.body()).isObject().doesNotContainKeys("createdBy", "extendedBy", "endedBy", "note");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"", "a\\ud800", "a\\nb"})
    void reason_thatIsNotOne_isRefusedAndChangesNothing(String reason) {
        api.stores.fill(1);
        var before = api.stores.contents();

        GatewayResponse refused = mark(marking(), "{\"status\":\"dirty\",\"reason\":\"" + reason + "\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%ED%A0%80", "a%0Ab"})
    void reasonInTheQuery_thatIsNotOne_isRefusedAndChangesNothing(String reason) {
        api.stores.fill(1);
        var before = api.stores.contents();

        for (String bad : new String[] {reason, "x".repeat(257)}) {
            assertThat(api.send(removing().query("reason=" + bad), RemoveAccountHandler::new)
                            .code())
                    .isEqualTo("INVALID_REQUEST");
            assertThat(api.end(withId(EndLeaseHandler.OPERATION, "l1").query("note=" + bad))
                            .code())
                    .isEqualTo("INVALID_REQUEST");
        }
        assertThat(mark(marking(), "{\"status\":\"dirty\",\"reason\":\"" + "x".repeat(257) + "\"}")
                        .code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }
}
