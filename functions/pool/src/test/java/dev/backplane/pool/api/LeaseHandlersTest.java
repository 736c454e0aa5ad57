package dev.backplane.pool.api;

import static dev.backplane.pool.api.ApiFixture.lease;
import static dev.backplane.pool.api.ApiFixture.ofUser;
import static dev.backplane.pool.api.ApiFixture.withId;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LeaseHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String BILL = "{\"userId\":\"bill@x.io\"}";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    private static HttpCall patch(Lease lease, String body) {
        return withId(ExtendLeaseHandler.OPERATION, lease.id().value()).body(body);
    }

    private static HttpCall delete(Lease lease, String query) {
        return withId(EndLeaseHandler.OPERATION, lease.id().value()).query(query);
    }

    private static HttpCall get(Lease lease) {
        return withId(GetLeaseHandler.OPERATION, lease.id().value());
    }

    @Test
    void create_answersTheLeaseAndWhereItIs() {
        api.stores.fill(1);

        GatewayResponse created = api.create("{\"userId\":\" Bill@X.io \",\"durationMinutes\":60}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("location")).contains("/pool/leases/" + created.text("leaseId"));
        assertThatJson(created.body())
                .isEqualTo("{leaseId:'${json-unit.any-string}',state:'active',accountId:'000000000001',"
                        + "userId:'bill@x.io',createdAt:'2026-01-05T00:00:00.000Z',"
                        + "expiresAt:'2026-01-05T01:00:00.000Z',extensions:0,template:'default',"
                        + "limits:{maxDurationMinutes:43200,maxExtensions:1000},members:[],"
                        + "createdBy:{type:'user',id:'unknown'}}");
        assertThat(api.get(withId(GetLeaseHandler.OPERATION, created.text("leaseId")))
                        .body())
                .isEqualTo(created.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"userId\":\" \"}",
                "{\"userId\":\"a\",\"durationMinutes\":4}",
                "{\"userId\":\"a\",\"durationMinutes\":43201}",
                "{\"userId\":\"a\",\"durationMinutes\":\"60\"}",
                "{\"userId\":\"a\",\"durationMinutes\":60.5}",
                "{\"userId\":\"a\",\"accountId\":\"7\"}"
            })
    void create_ofWhatIsNotARequest_isRefusedAndWritesNothing(String body) {
        api.stores.fill(1);
        var before = api.stores.contents();

        assertProblem(api.create(body), 400, "INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with space", "ü"})
    void create_underAKeyThatIsNotOne_isRefused(String key) {
        assertProblem(api.create(lease(BILL).header("Idempotency-Key", key)), 400, "INVALID_REQUEST");
        assertProblem(api.create(lease(BILL).header("idempotency-key", "k".repeat(129))), 400, "INVALID_REQUEST");
    }

    @Test
    void create_underAKey_isRepeatable() {
        api.stores.fill(2);
        GatewayResponse first = api.create(lease(BILL).header("Idempotency-Key", "k"));

        GatewayResponse again = api.create(lease(BILL).header("Idempotency-Key", "k"));

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        GatewayResponse other = api.create(
                lease("{\"userId\":\"bill@x.io\",\"durationMinutes\":9}").header("Idempotency-Key", "k"));
        assertProblem(other, 409, "IDEMPOTENCY_MISMATCH");
        api.end(withId(EndLeaseHandler.OPERATION, first.text("leaseId")));
        GatewayResponse late = api.create(lease(BILL).header("Idempotency-Key", "k"));
        assertThat(late.status()).isEqualTo(200);
        assertThat(late.text("state")).isEqualTo("ended");
    }

    @Test
    void create_underAKeyThatTheCallerUsedForAnotherUser_isRefused_andAnotherCallerMayUseIt() {
        api.stores.fill(3);
        GatewayResponse first = api.create(lease(BILL).sub("client-1").header("Idempotency-Key", "k"));

        GatewayResponse other =
                api.create(lease("{\"userId\":\"ann@x.io\"}").sub("client-1").header("Idempotency-Key", "k"));

        assertProblem(other, 409, "IDEMPOTENCY_MISMATCH");
        assertThat(other.text("leaseId")).isEqualTo(first.text("leaseId"));
        assertThat(api.create(lease("{\"userId\":\"ann@x.io\"}").sub("client-2").header("Idempotency-Key", "k"))
                        .status())
                .isEqualTo(201);
        api.end(withId(EndLeaseHandler.OPERATION, first.text("leaseId")));
        assertProblem(
                api.create(lease("{\"userId\":\"joe@x.io\"}").sub("client-1").header("Idempotency-Key", "k")),
                409,
                "IDEMPOTENCY_MISMATCH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "a?b", "a#b", "a%b", "a\u0001b"})
    void userId_thatNoPathCarries_isRefusedByName(String user) {
        api.stores.fill(1);
        var before = api.stores.contents();
        String body = "{\"userId\":" + quoted(user) + "}";

        for (GatewayResponse answer : List.of(api.create(body), api.addUser(body), api.user(ofUser(user)))) {
            assertProblem(answer, 400, "INVALID_REQUEST");
            assertThatJson(answer.body()).node("errors[0].field").isEqualTo("userId");
        }
        assertProblem(api.create(lease(BILL).scopes(ApiFixture.SELF).sub(user)), 403, "FORBIDDEN");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\u0001", "\\u0001") + '"';
    }

    @Test
    void leaseWithoutTimes_isAnsweredWithoutThem() {
        api.stores.fill(1);
        Lease lease = api.stores.lease("bill@x.io");
        api.stores.put(
                PoolKey.of(lease.id()),
                Map.of(
                        "data",
                        AttributeValue.fromM(Map.of(
                                "state", AttributeValue.fromS("active"),
                                "account", AttributeValue.fromS(lease.account().value()),
                                "user", AttributeValue.fromS("bill@x.io")))));

        assertThatJson(api.leases("").body())
                .node("items[0].leaseId")
                .isEqualTo(lease.id().value());
        assertThatJson(api.leases("").body()).node("items[0].expiresAt").isAbsent();
        assertThatJson(api.user(ofUser("bill@x.io")).body())
                .node("lease.createdAt")
                .isAbsent();
        assertProblem(api.extend(patch(lease, "{\"extendMinutes\":30}")), 422, "EXTENSION_LIMIT");
        assertThat(api.end(delete(lease, "")).text("state")).isEqualTo("ended");
    }

    @Test
    void create_forAUserWhoseItemCannotBeRead_isRefusedWithItsOwnCode() {
        api.stores.fill(1);
        api.stores.put(PoolKey.of(StoreFixture.user("bill@x.io")), Map.of("data", AttributeValue.fromNul(true)));

        assertProblem(api.create(BILL), 409, "USER_UNREADABLE");
    }

    @Test
    void create_thatIsRefused_saysWhy() {
        GatewayResponse none = api.create(BILL);
        assertProblem(none, 409, "NO_ACCOUNT_AVAILABLE");
        assertThat(none.header("retry-after")).contains("60");
        api.stores.fill(2);
        String id = api.create(BILL).text("leaseId");
        GatewayResponse second = api.create(BILL);
        assertProblem(second, 409, "USER_HAS_LEASE");
        assertThat(second.text("leaseId")).isEqualTo(id);
        assertProblem(api.create("{\"userId\":\"b\",\"accountId\":\"000000000009\"}"), 409, "ACCOUNT_NOT_AVAILABLE");
        ApiFixture strict = new ApiFixture(DYNAMO, Map.of(PoolSettings.POOL_SELF_REGISTRATION, "false"));
        assertProblem(strict.create("{\"userId\":\"stranger\"}"), 404, "USER_NOT_FOUND");
    }

    @Test
    void extend_andEnd_andWhatIsRefused() {
        api.stores.fill(1);
        Lease lease = api.stores.lease("bill@x.io", 60);

        GatewayResponse extended = api.extend(patch(lease, "{\"extendMinutes\":30}"));
        assertThat(extended.status()).isEqualTo(200);
        assertThat(extended.text("expiresAt")).isEqualTo("2026-01-05T01:30:00.000Z");
        GatewayResponse tooLong = api.extend(patch(lease, "{\"extendMinutes\":43200}"));
        assertProblem(tooLong, 422, "EXTENSION_LIMIT");
        assertThat(tooLong.text("latestExpiresAt")).isEqualTo("2026-02-04T00:00:00.000Z");
        assertProblem(api.extend(patch(lease, "{\"extendMinutes\":0}")), 400, "INVALID_REQUEST");
        assertProblem(api.end(delete(lease, "reason=expired")), 400, "INVALID_REQUEST");

        GatewayResponse ended = api.end(delete(lease, "reason=revoked"));
        assertThat(ended.status()).isEqualTo(200);
        assertThatJson(ended.body()).node("reason").isEqualTo("revoked");
        assertThatJson(ended.body()).node("state").isEqualTo("ended");
        assertThat(api.end(delete(lease, "")).body()).isEqualTo(ended.body());
        assertThat(api.get(get(lease)).body()).isEqualTo(ended.body());
        GatewayResponse late = api.extend(patch(lease, "{\"extendMinutes\":30}"));
        assertProblem(late, 409, "LEASE_NOT_ACTIVE");
        assertThat(late.text("reason")).isEqualTo("revoked");
    }

    @Test
    void unknownLeasesAndUsers_areNotFound() {
        assertProblem(api.get(withId(GetLeaseHandler.OPERATION, "none")), 404, "LEASE_NOT_FOUND");
        assertProblem(api.end(withId(EndLeaseHandler.OPERATION, "none")), 404, "LEASE_NOT_FOUND");
        assertProblem(
                api.extend(withId(ExtendLeaseHandler.OPERATION, "none").body("{\"extendMinutes\":5}")),
                404,
                "LEASE_NOT_FOUND");
        assertProblem(api.user(ofUser("nobody")), 404, "USER_NOT_FOUND");
        assertProblem(api.get(withId(GetLeaseHandler.OPERATION, "no lease")), 400, "INVALID_REQUEST");
    }

    @Test
    void list_isPaged() {
        api.stores.fill(3);
        for (String user : new String[] {"a", "b", "c"}) {
            api.stores.lease(user);
        }

        GatewayResponse first = api.leases("state=active&limit=2");
        assertThatJson(first.body()).node("items").isArray().hasSize(2);
        GatewayResponse second = api.leases("limit=2&cursor=" + first.text("next"));
        assertThatJson(second.body()).node("items").isArray().hasSize(1);
        assertThatJson(second.body()).node("next").isNull();
        assertProblem(api.leases("state=ended"), 400, "INVALID_REQUEST");
        assertProblem(api.leases("cursor=abc"), 400, "INVALID_CURSOR");
    }

    @Test
    void user_isKnownOnceAdded_andShowsTheLease() {
        GatewayResponse added = api.addUser("{\"userId\":\"A+b c@x.io\"}");
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.header("location")).contains("/pool/users/a%2Bb%20c%40x.io");
        assertThatJson(added.body()).isEqualTo("{userId:'a+b c@x.io',lease:null}");
        assertThat(api.addUser("{\"userId\":\"a+b c@x.io\"}").status()).isEqualTo(200);
        api.stores.fill(1);
        Lease lease = api.stores.lease("a+b c@x.io");

        assertThatJson(api.user(ofUser("a+b c@x.io")).body())
                .node("lease.leaseId")
                .isEqualTo(lease.id().value());
        assertThatJson(api.addUser("{\"userId\":\"a+b c@x.io\"}").body())
                .node("lease.leaseId")
                .isEqualTo(lease.id().value());
        assertProblem(api.addUser("{\"userId\":\"\"}"), 400, "INVALID_REQUEST");
    }

    @Test
    void dueLease_isOverForItsUserAtOnce() {
        api.stores.fill(1);
        Lease lease = api.stores.lease("bill@x.io", 5);
        api.stores.clock.advance(Duration.ofMinutes(5));

        assertThat(api.get(get(lease)).text("state")).isEqualTo("ended");
        assertThatJson(api.user(ofUser("bill@x.io")).body()).node("lease").isNull();
        assertThatJson(api.leases("").body()).node("items").isArray().isEmpty();
    }
}
