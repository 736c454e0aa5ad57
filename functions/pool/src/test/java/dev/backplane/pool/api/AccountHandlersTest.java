package dev.backplane.pool.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Cause;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ONE = "000000000001";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.header("content-type")).contains("application/problem+json");
    }

    @Test
    void add_answersWhereTheAccountIs() {
        GatewayResponse added = api.add("{\"accountId\":\"001234567890\",\"name\":\"Sandbox\"}");

        assertThat(added.status()).isEqualTo(201);
        assertThat(added.header("location")).contains("/pool/accounts/001234567890");
        assertThatJson(added.body())
                .isEqualTo(
                        "{accountId:'001234567890',status:'initial',name:'Sandbox',since:'2026-01-05T00:00:00.000Z',labels:[]}");
        assertThat(api.account("001234567890").body()).isEqualTo(added.body());
        assertThatJson(api.accounts("").body()).isEqualTo("{status:'all',count:1,accountIds:['001234567890']}");
    }

    @Test
    void add_again_isRefused() {
        api.stores.fill(1);

        GatewayResponse again = api.add("{\"accountId\":\"" + ONE + "\"}");

        assertProblem(again, 409, "ACCOUNT_EXISTS");
        assertThat(again.text("state")).isEqualTo("available");
    }

    @Test
    void add_toAFullPool_isRefused() {
        ApiFixture small = new ApiFixture(DYNAMO, Map.of(PoolSettings.POOL_MAX_ACCOUNTS, "1"));
        small.stores.fill(1);

        assertProblem(small.add("{\"accountId\":\"000000000002\"}"), 409, "POOL_FULL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"accountId\":123456789012}",
                "{\"accountId\":\"12\"}",
                "{\"accountId\":\"000000000001\",\"more\":1}",
                "{\"accountId\":\"000000000001\",\"name\":\" \"}"
            })
    void add_ofWhatIsNotAnAccount_isRefusedAndWritesNothing(String body) {
        assertProblem(api.add(body), 400, "INVALID_REQUEST");
        assertThat(api.stores.rows()).isEmpty();
    }

    @Test
    void list_isSortedAndByState() {
        api.stores.fill(12);
        api.mark("000000000010", "{\"status\":\"failed\"}");

        assertThatJson(api.accounts("status=failed").body())
                .isEqualTo("{status:'failed',count:1,accountIds:['000000000010']}");
        assertThatJson(api.accounts("status=available").body())
                .node("accountIds[9]")
                .isEqualTo("\"000000000011\"");
        assertThatJson(api.accounts("status=cleaning").body()).isEqualTo("{status:'cleaning',count:0,accountIds:[]}");
        assertProblem(api.accounts("status=sold"), 400, "INVALID_REQUEST");
    }

    @Test
    void details_arePagesOfAccountsWithTheirLeases() {
        api.stores.fillLeased(2, _ -> 60);
        api.stores.accounts.addAccount(new AccountId("000000000003"), Optional.of("Spare"), StoreFixture.BY);

        GatewayResponse first = api.accountDetails("limit=1");
        assertThatJson(first.body()).node("items").isArray().hasSize(1);
        assertThatJson(first.body())
                .node("items[0].account")
                .isEqualTo(api.account(ONE).body());
        assertThatJson(first.body())
                .node("items[0].lease")
                .isEqualTo(api.get(ApiFixture.withId(GetLeaseHandler.OPERATION, "00000000-0000-4000-8000-000000000001"))
                        .body());
        GatewayResponse rest = api.accountDetails("cursor=" + first.text("next"));
        assertThatJson(rest.body()).node("next").isNull();
        assertThatJson(rest.body()).node("items[0].lease.userId").isEqualTo("u2");
        assertThatJson(rest.body()).node("items[1].account.name").isEqualTo("Spare");
        assertThatJson(rest.body()).node("items[1].lease").isAbsent();
        assertThatJson(api.accountDetails("status=initial").body())
                .node("items")
                .isArray()
                .hasSize(1);
    }

    @Test
    void details_refuseWhatIsNotAPage() {
        api.stores.fill(2);
        String cursor = api.accountDetails("limit=1").text("next");

        assertProblem(api.accountDetails("status=sold"), 400, "INVALID_REQUEST");
        assertProblem(api.accountDetails("limit=101"), 400, "INVALID_REQUEST");
        assertProblem(api.accountDetails("cursor=abc"), 400, "INVALID_CURSOR");
        assertProblem(api.accountDetails("status=available&cursor=" + cursor), 400, "INVALID_CURSOR");
        assertThat(api.accountDetails("status=all&cursor=" + cursor).status()).isEqualTo(200);
    }

    @Test
    void unknownAccounts_areNotFound() {
        assertProblem(api.account(ONE), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.history(ONE), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.mark(ONE, "{\"status\":\"dirty\"}"), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.remove(ONE), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.startCleanup(ONE), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.finishCleanup(ONE, "a", "{\"result\":\"failed\"}"), 404, "ACCOUNT_NOT_FOUND");
        assertProblem(api.account("1"), 400, "INVALID_REQUEST");
    }

    @Test
    void mark_answersTheAccount_orWhyNot() {
        api.stores.fill(2);

        assertThat(api.mark(ONE, "{\"status\":\"available\"}").status()).isEqualTo(200);
        assertThat(api.mark(ONE, "{\"status\":\"dirty\"}").text("status")).isEqualTo("dirty");
        GatewayResponse refused = api.mark(ONE, "{\"status\":\"failed\"}");
        assertProblem(refused, 409, "INVALID_TRANSITION");
        assertThat(refused.text("from")).isEqualTo("dirty");
        assertThat(refused.text("to")).isEqualTo("failed");
        assertProblem(api.mark(ONE, "{\"status\":\"leased\"}"), 400, "INVALID_REQUEST");
    }

    @Test
    void mark_ofALeasedAccount_isRefusedAndChangesNothing() {
        api.stores.fill(1);
        api.stores.lease("a");
        var before = api.stores.contents();

        assertProblem(api.mark(ONE, "{\"status\":\"available\"}"), 409, "INVALID_TRANSITION");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void remove_answersNothing_orNamesTheLease() {
        api.stores.fill(1);
        String lease = api.stores.lease("a").id().value();

        GatewayResponse refused = api.remove(ONE);
        assertProblem(refused, 409, "ACCOUNT_LEASED");
        assertThat(refused.text("leaseId")).isEqualTo(lease);
        api.stores.fill(1);
        assertThat(api.remove(ONE).status()).isEqualTo(204);
    }

    @Test
    void cleanup_isStartedAndFinished() {
        api.stores.fill(1, AccountState.DIRTY);

        GatewayResponse started = api.startCleanup(ONE);
        assertThat(started.status()).isEqualTo(201);
        String attempt = started.text("attemptId");
        assertThat(started.header("location")).contains("/pool/accounts/" + ONE + "/cleanups/" + attempt);
        assertThatJson(started.body()).node("attempt").isEqualTo(1);
        assertProblem(api.startCleanup(ONE), 409, "INVALID_TRANSITION");
        assertThat(api.account(ONE).text("attemptId")).isEqualTo(attempt);

        assertProblem(api.finishCleanup(ONE, "other", "{\"result\":\"succeeded\"}"), 409, "STALE_ATTEMPT");
        assertProblem(api.finishCleanup(ONE, attempt, "{\"result\":\"maybe\"}"), 400, "INVALID_REQUEST");
        GatewayResponse failed = api.finishCleanup(ONE, attempt, "{\"result\":\"failed\",\"message\":\"a bucket\"}");
        assertThat(failed.text("status")).isEqualTo("dirty");
        assertThat(failed.text("message")).isEqualTo("a bucket");
        String second = api.startCleanup(ONE).text("attemptId");
        assertThat(api.finishCleanup(ONE, second, "{\"result\":\"succeeded\"}").text("status"))
                .isEqualTo("available");
    }

    @Test
    void cleanups_areListedNewestFirst() {
        assertProblem(api.cleanups(ONE, ""), 404, "ACCOUNT_NOT_FOUND");
        api.stores.fill(1, AccountState.DIRTY);
        assertThatJson(api.cleanups(ONE, "").body()).isEqualTo("{items:[],next:null}");
        String first = api.startCleanup(ONE).text("attemptId");
        api.stores.clock.advance(Duration.ofMinutes(2));
        api.finishCleanup(ONE, first, "{\"result\":\"failed\",\"message\":\"a bucket\"}");
        String second = api.startCleanup(ONE).text("attemptId");

        assertThatJson(api.cleanups(ONE, "").body()).isEqualTo("""
                {items:[{attemptId:'%s',attempt:2,result:'running',startedAt:'2026-01-05T00:02:00.000Z'},
                {attemptId:'%s',attempt:1,result:'failed',startedAt:'2026-01-05T00:00:00.000Z',
                endedAt:'2026-01-05T00:02:00.000Z',durationSeconds:120,message:'a bucket',
                actor:{type:'user',id:'unknown'}}],next:null}""".formatted(second, first));
        String cursor = api.cleanups(ONE, "limit=1").text("next");
        assertThatJson(api.cleanups(ONE, "limit=1&cursor=" + cursor).body())
                .node("items[0].attemptId")
                .isEqualTo(first);
        api.stores.fill(2);
        assertProblem(api.cleanups("000000000002", "cursor=" + cursor), 400, "INVALID_CURSOR");
    }

    @Test
    void cleanups_byHand_areRefused_ifTheStageCleansAccounts() {
        ApiFixture automatic = new ApiFixture(DYNAMO, Map.of(PoolSettings.POOL_CLEANING, "true"));
        automatic.stores.fill(1);
        assertThat(automatic.mark(ONE, "{\"status\":\"dirty\"}").status()).isEqualTo(200);

        assertProblem(automatic.startCleanup(ONE), 409, "CLEANUP_AUTOMATIC");
    }

    @Test
    void history_isLatestFirst_andOutlivesTheAccount() {
        api.stores.fill(1);
        assertThatJson(api.history(ONE).body()).isEqualTo("{accountId:'" + ONE + "',entries:[]}");
        Cause cause = new Cause(StoreFixture.BY, Optional.of("new"));
        record(1, Optional.empty(), Optional.of("initial"), Optional.empty());
        record(2, Optional.of("initial"), Optional.of("available"), Optional.of(cause));
        api.remove(ONE);

        assertThatJson(api.history(ONE).body())
                .isEqualTo("{accountId:'" + ONE + "',entries:["
                        + "{at:'2026-01-05T00:00:02.000Z',from:'initial',to:'available',"
                        + "actor:{type:'client',id:'tester'},reason:'new'},"
                        + "{at:'2026-01-05T00:00:01.000Z',to:'initial'}]}");
        assertThat(api.stores.item(PoolKey.of(StoreFixture.account(1)))).isEmpty();
    }

    private void record(int number, Optional<String> from, Optional<String> to, Optional<Cause> cause) {
        api.stores.history.record(
                StoreFixture.account(1),
                new HistoryEntry(
                        "event-" + number,
                        TestClock.START.plusSeconds(number),
                        from,
                        to,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        cause));
    }

    @Test
    void pool_countsByStateAndLease() {
        api.stores.fill(3);
        api.stores.lease("a");

        assertThatJson(api.pool().body())
                .isEqualTo("{accounts:{all:3,initial:0,available:2,leased:1,dirty:0,cleaning:0,failed:0,held:0},"
                        + "activeLeases:1}");
    }

    @Test
    void verify_reportsAndRepairs_andCountsItsFindings() {
        api.stores.fill(1);
        assertThatJson(api.verify("").body())
                .isEqualTo("{consistent:true,findings:[],repaired:0,checked:11,next:null}");
        api.stores.drift(PoolKey.of(AccountState.FAILED), ONE, true);

        GatewayResponse found = api.verify("{\"repair\":false}");
        assertThatJson(found.body()).node("consistent").isEqualTo(false);
        assertThatJson(found.body()).node("findings[0].kind").isEqualTo("ACCOUNT_LISTS");
        assertThatJson(found.body()).node("findings[0].item").isEqualTo("available");
        assertThatJson(api.stores.platform().lines().getLast()).node("findings").isEqualTo(1);
        assertThatJson(api.verify("{\"repair\":true}").body()).node("repaired").isEqualTo(1);
        assertThatJson(api.verify("{}").body()).node("consistent").isEqualTo(true);
        assertProblem(api.verify("{\"repair\":\"yes\"}"), 400, "INVALID_REQUEST");
    }

    @Test
    void verify_ofMoreThanOneCallTellsOf_goesOnFromItsCursor() {
        api.stores.fill(400);
        api.stores.loseLists();

        GatewayResponse first = api.verify("{\"repair\":true}");
        assertThatJson(first.body()).node("findings").isArray().hasSizeBetween(1, 315);
        String next = first.text("next");
        GatewayResponse part = api.verifyFrom(next);
        while (part.body().contains("\"next\":\"")) {
            part = api.verifyFrom(part.text("next"));
        }
        api.stores.checkInvariants();
        assertProblem(api.verifyFrom("abc"), 400, "INVALID_CURSOR");
        assertProblem(api.verifyFrom(next + "A"), 400, "INVALID_CURSOR");
        assertProblem(
                api.send(HttpCall.of(VerifyPoolHandler.OPERATION).query("limit=5"), VerifyPoolHandler::new),
                400,
                "INVALID_REQUEST");
    }
}
