package dev.backplane.pool.api;

import static dev.backplane.pool.api.ApiFixture.lease;
import static dev.backplane.pool.api.ApiFixture.withId;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String SMALL = "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,"
            + "\"budget\":{\"amount\":\"100.00\",\"currency\":\"USD\",\"atLimit\":\"end\"},"
            + "\"labels\":[\"gpu\",\"eu-1\",\"gpu\"]}";
    private static final String AS_OF = "2026-01-05T00:00:00.000Z";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.stores.fill(2);
        StoreFixture.upTo(2).forEach(i -> api.stores.label(i, "gpu", "eu-1"));
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    private static HttpCall named(Operation operation, String name) {
        return HttpCall.of(operation).path("name", name);
    }

    private GatewayResponse put(String name, String body) {
        return api.send(named(PutLeaseTemplateHandler.OPERATION, name).body(body), PutLeaseTemplateHandler::new);
    }

    private GatewayResponse template(String name) {
        return api.send(named(GetLeaseTemplateHandler.OPERATION, name), GetLeaseTemplateHandler::new);
    }

    private GatewayResponse templates(String query) {
        return api.send(HttpCall.of(ListLeaseTemplatesHandler.OPERATION).query(query), ListLeaseTemplatesHandler::new);
    }

    private GatewayResponse delete(String name) {
        return api.send(named(DeleteLeaseTemplateHandler.OPERATION, name), DeleteLeaseTemplateHandler::new);
    }

    private static HttpCall membersCall(String id, String body) {
        return withId(SetLeaseMembersHandler.OPERATION, id).body(body);
    }

    private GatewayResponse members(HttpCall call) {
        return api.send(call, SetLeaseMembersHandler::new);
    }

    private GatewayResponse spend(String id, String body) {
        return api.send(withId(ReportLeaseSpendHandler.OPERATION, id).body(body), ReportLeaseSpendHandler::new);
    }

    private static String spent(String amount, String currency, String asOf) {
        return "{\"amount\":\"" + amount + "\",\"currency\":\"" + currency + "\",\"asOf\":\"" + asOf + "\"}";
    }

    /** Leases an account to a user with the template. */
    private String leased(String user) {
        put("small", SMALL);
        return api.create("{\"userId\":\"" + user + "\",\"template\":\"small\"}")
                .text("leaseId");
    }

    @Test
    void template_isStoredListedAndDeleted() {
        GatewayResponse stored = put("small", SMALL);

        assertThat(stored.status()).isEqualTo(200);
        assertThatJson(stored.body())
                .isEqualTo("{name:'small',durationMinutes:60,maxDurationMinutes:90,maxExtensions:1,"
                        + "budget:{amount:'100.00',currency:'USD',atLimit:'end'},labels:['eu-1','gpu']}");
        assertThat(template("small").body()).isEqualTo(stored.body());
        assertThatJson(templates("limit=1").body())
                .node("items[0]")
                .isEqualTo(
                        "{name:'default',durationMinutes:480,maxDurationMinutes:43200,maxExtensions:1000,labels:[]}");
        String next = templates("limit=1").text("next");
        assertThatJson(templates("limit=1&cursor=" + next).body()).node("next").isNull();
        assertThat(delete("small").status()).isEqualTo(204);
        assertProblem(delete("small"), 404, "TEMPLATE_NOT_FOUND");
        assertProblem(template("small"), 404, "TEMPLATE_NOT_FOUND");
    }

    @Test
    void defaultTemplate_alwaysExists() {
        assertProblem(delete("default"), 409, "DEFAULT_TEMPLATE");
        assertThat(put("default", SMALL).status()).isEqualTo(200);
        assertProblem(delete("default"), 409, "DEFAULT_TEMPLATE");
        assertThatJson(template("default").body()).node("durationMinutes").isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | durationMinutes",
                "{\"durationMinutes\":4,\"maxDurationMinutes\":90,\"maxExtensions\":1} | durationMinutes",
                "{\"durationMinutes\":91,\"maxDurationMinutes\":90,\"maxExtensions\":1} | durationMinutes",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":43201,\"maxExtensions\":1} | maxDurationMinutes",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":-1} | maxExtensions",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,\"budget\":7} | budget",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,\"budget\":{}} | budget.amount",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,"
                        + "\"budget\":{\"amount\":100,\"currency\":\"USD\",\"atLimit\":\"end\"}} | budget.amount",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,"
                        + "\"budget\":{\"amount\":\"0\",\"currency\":\"USD\",\"atLimit\":\"end\"}} | budget.amount",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,"
                        + "\"budget\":{\"amount\":\"1\",\"currency\":\"USD\",\"atLimit\":\"stop\"}} | budget.atLimit",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,"
                        + "\"budget\":{\"amount\":\"1\",\"currency\":\"USD\",\"atLimit\":\"end\",\"x\":1}} | budget.x",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,\"labels\":[\"GPU\"]} | labels",
                "{\"durationMinutes\":60,\"maxDurationMinutes\":90,\"maxExtensions\":1,\"more\":1} | more"
            })
    void template_thatIsNotOne_isRefusedByName(String body, String field) {
        var before = api.stores.contents();

        GatewayResponse refused = put("small", body);

        assertProblem(refused, 400, "INVALID_REQUEST");
        assertThatJson(refused.body()).node("errors[0].field").isEqualTo(field);
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Small", "-a", "a b", ""})
    void templateName_thatIsNotOne_isRefused(String name) {
        assertProblem(put(name, SMALL), 400, "INVALID_REQUEST");
        assertProblem(template(name), 400, "INVALID_REQUEST");
        assertProblem(delete(name), 400, "INVALID_REQUEST");
    }

    @Test
    void lease_showsWhatItsTemplateAllows() {
        put("small", SMALL);

        GatewayResponse created = api.create("{\"userId\":\"ann\",\"template\":\"small\"}");

        assertThat(created.status()).isEqualTo(201);
        assertThatJson(created.body()).node("template").isEqualTo("small");
        assertThatJson(created.body()).node("limits").isEqualTo("{maxDurationMinutes:90,maxExtensions:1}");
        assertThatJson(created.body()).node("budget").isEqualTo("{amount:'100.00',currency:'USD',atLimit:'end'}");
        assertThatJson(created.body()).node("members").isArray().isEmpty();
        assertThatJson(created.body()).node("spend").isAbsent();
        assertThat(created.text("expiresAt")).isEqualTo("2026-01-05T01:00:00.000Z");
    }

    @Test
    void lease_withATemplateThatDoesNotAllowIt_isRefused() {
        put("small", SMALL);

        assertProblem(api.create("{\"userId\":\"ann\",\"template\":\"none\"}"), 404, "TEMPLATE_NOT_FOUND");
        assertProblem(api.create("{\"userId\":\"ann\",\"template\":\"A\"}"), 400, "INVALID_REQUEST");
        GatewayResponse tooLong = api.create("{\"userId\":\"ann\",\"template\":\"small\",\"durationMinutes\":91}");
        assertProblem(tooLong, 422, "LEASE_TOO_LONG");
        assertThatJson(tooLong.body()).node("maxDurationMinutes").isEqualTo(90);
    }

    @Test
    void extension_beyondTheTemplate_isRefusedWithWhatIsAllowed() {
        String id = leased("ann");

        GatewayResponse tooLong =
                api.extend(withId(ExtendLeaseHandler.OPERATION, id).body("{\"extendMinutes\":31}"));
        assertProblem(tooLong, 422, "EXTENSION_LIMIT");
        assertThat(tooLong.text("latestExpiresAt")).isEqualTo("2026-01-05T01:30:00.000Z");
        api.extend(withId(ExtendLeaseHandler.OPERATION, id).body("{\"extendMinutes\":5}"));
        GatewayResponse second =
                api.extend(withId(ExtendLeaseHandler.OPERATION, id).body("{\"extendMinutes\":5}"));
        assertProblem(second, 422, "EXTENSION_LIMIT");
        assertThatJson(second.body()).node("extensions").isEqualTo(1);
        assertThatJson(second.body()).node("maxExtensions").isEqualTo(1);
    }

    @Test
    void members_areSetByTheOwner_andReadTheLease() {
        String id = leased("ann@x.io");
        HttpCall read = withId(GetLeaseHandler.OPERATION, id).scopes(ApiFixture.SELF);
        assertProblem(api.get(read.sub("bob@x.io")), 403, "FORBIDDEN");

        GatewayResponse changed = members(membersCall(id, "{\"members\":[\" Bob@x.io\",\"eve@x.io\"]}")
                .scopes(ApiFixture.SELF)
                .sub("ann@x.io"));

        assertThat(changed.status()).isEqualTo(200);
        assertThatJson(changed.body()).node("members").isEqualTo("['bob@x.io','eve@x.io']");
        assertThatJson(changed.body()).node("membersBy.type").isEqualTo("user");
        assertThat(api.get(withId(GetLeaseHandler.OPERATION, id)
                                .scopes(ApiFixture.SELF)
                                .sub("bob@x.io"))
                        .body())
                .isEqualTo(changed.body());
        assertProblem(
                members(membersCall(id, "{\"members\":[]}")
                        .scopes(ApiFixture.SELF)
                        .sub("bob@x.io")),
                403,
                "FORBIDDEN");
        assertProblem(
                api.end(withId(EndLeaseHandler.OPERATION, id)
                        .scopes(ApiFixture.SELF)
                        .sub("bob@x.io")),
                403,
                "FORBIDDEN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"members\":\"bob\"}",
                "{\"members\":[\"a/b\"]}",
                "{\"members\":[\"Bob\",\"bob \"]}",
                "{\"members\":[1]}",
                "{\"members\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\",\"l\",\"m\",\"n\","
                        + "\"o\",\"p\",\"q\",\"r\",\"s\",\"t\",\"u\"]}"
            })
    void members_thatAreNotMembers_areRefused(String body) {
        String id = leased("ann");
        var before = api.stores.contents();

        GatewayResponse refused = members(membersCall(id, body));

        assertProblem(refused, 400, "INVALID_REQUEST");
        assertThatJson(refused.body()).node("errors[0].field").isEqualTo("members");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void members_ofALeaseThatDoesNotTakeThem_areRefused() {
        String id = leased("ann");

        assertProblem(members(membersCall(id, "{\"members\":[\"Ann\"]}")), 422, "OWNER_IS_MEMBER");
        assertProblem(members(membersCall("none", "{\"members\":[]}")), 404, "LEASE_NOT_FOUND");
        assertProblem(
                members(membersCall("none", "{\"members\":[]}")
                        .scopes(ApiFixture.SELF)
                        .sub("ann")),
                403,
                "FORBIDDEN");
        api.end(withId(EndLeaseHandler.OPERATION, id));
        GatewayResponse over = members(membersCall(id, "{\"members\":[]}"));
        assertProblem(over, 409, "LEASE_NOT_ACTIVE");
        assertThat(over.text("reason")).isEqualTo("released");
    }

    @Test
    void spend_isShown_andEndsTheLeaseAtItsBudget() {
        String id = leased("ann");

        GatewayResponse reported = spend(id, spent("80.5", "USD", AS_OF));
        assertThat(reported.status()).isEqualTo(200);
        assertThatJson(reported.body())
                .node("spend")
                .isEqualTo("{amount:'80.5',currency:'USD',asOf:'" + AS_OF + "',reachedPercent:80}");
        GatewayResponse ended = spend(id, spent("100", "USD", "2026-01-05T00:00:00.001Z"));
        assertThat(ended.status()).isEqualTo(200);
        assertThat(ended.text("state")).isEqualTo("ended");
        assertThat(ended.text("reason")).isEqualTo("budget");
        assertThat(spend(id, spent("100", "USD", "2026-01-05T00:00:00.001Z")).body())
                .as("a repeat")
                .isEqualTo(ended.body());
        assertProblem(spend(id, spent("101", "USD", "2026-01-05T00:01:00Z")), 409, "LEASE_NOT_ACTIVE");
    }

    @Test
    void spend_thatIsNotAReport_isRefused() {
        String id = leased("ann");
        var before = api.stores.contents();

        for (String body : new String[] {
            "{}",
            spent("-1", "USD", AS_OF),
            spent("1e9", "USD", AS_OF),
            spent("1234567890123456", "USD", AS_OF),
            spent("1", "usd", AS_OF),
            spent("1", "USD", "yesterday"),
            spent("1", "USD", "1969-12-31T23:59:59Z"),
            spent("1", "USD", "2026-01-05T00:05:00.001Z"),
            "{\"amount\":1,\"currency\":\"USD\",\"asOf\":\"" + AS_OF + "\"}"
        }) {
            assertProblem(spend(id, body), 400, "INVALID_REQUEST");
        }
        GatewayResponse other = spend(id, spent("1", "EUR", AS_OF));
        assertProblem(other, 409, "CURRENCY_MISMATCH");
        assertThat(other.text("currency")).isEqualTo("USD");
        assertProblem(spend("none", spent("1", "USD", AS_OF)), 404, "LEASE_NOT_FOUND");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void spend_fromAFeedWhoseClockIsAheadOrCoarse_isTaken() {
        String id = leased("ann");

        assertThat(spend(id, spent("1", "USD", "2026-01-05T00:05:00Z")).status())
                .isEqualTo(200);
        assertThat(spend(id, spent("2", "USD", "2026-01-05T00:04:00Z")).body()).contains("\"amount\":\"1\"");
        api.stores.clock.advance(Duration.ofMinutes(6));
        assertThat(spend(id, spent("2", "USD", "2026-01-05T01:06:00+01:00")).body())
                .contains("\"amount\":\"2\"");
    }

    @Test
    void lease_underAKey_withAnotherTemplate_isAnotherRequest() {
        put("small", SMALL);
        String body = "{\"userId\":\"ann\",\"template\":\"small\"}";
        api.create(lease(body).header("Idempotency-Key", "k"));

        assertProblem(
                api.create(lease("{\"userId\":\"ann\"}").header("Idempotency-Key", "k")), 409, "IDEMPOTENCY_MISMATCH");
        assertThat(api.create(lease(body).header("Idempotency-Key", "k")).status())
                .isEqualTo(200);
    }
}
