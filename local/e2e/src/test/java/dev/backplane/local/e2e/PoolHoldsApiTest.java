package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Labels, holds and quarantine over HTTP. */
class PoolHoldsApiTest {

    private final MovableClock clock = new MovableClock();
    private LocalServer server;
    private PoolAccounts pool;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withClock(clock));
        pool = new PoolAccounts(server);
        api = pool.api();
    }

    @AfterEach
    void stop() {
        try (LocalServer stopped = server) {
            new PoolAccounts(stopped).assertConsistent();
            assertThat(stopped.cloud().iam().denials()).isEmpty();
        }
    }

    private List<BusEvent> holdEventsOf(String account, int atLeast) {
        return Suite.await(
                () -> server.cloud().buses().events().stream()
                        .filter(event ->
                                event.detail().path("accountId").asText().equals(account))
                        .filter(event -> event.detailType().matches("Account(Held|Quarantined|Released)"))
                        .toList(),
                events -> events.size() >= atLeast);
    }

    private String label(String... labels) {
        String account = pool.available();
        String body = "{\"labels\":[\"" + String.join("\",\"", labels) + "\"]}";
        assertThat(api.put("/pool/accounts/" + account + "/labels", body).status())
                .isEqualTo(200);
        return account;
    }

    private Answer lease(String labels) {
        return api.post("/pool/leases", "{\"userId\":\"" + PoolAccounts.newUser() + "\",\"labels\":" + labels + "}");
    }

    @Test
    void lease_withLabels_getsAnAccountThatHasThem_orWhenOneIsLikelyToBeAvailable() {
        IntStream.range(0, 3).forEach(_ -> pool.available());
        String both = label("gpu", "eu");
        label("gpu");

        assertThat(lease("[\"eu\",\"gpu\"]").at("accountId")).isEqualTo(both);
        server.cloud().schedules().fire("LeaseSweeper");

        // The sweeper runs in the background.
        Answer refused =
                Suite.await(() -> lease("[\"eu\"]"), answer -> answer.json().has("nextAvailableAt"));
        assertThat(refused.code()).isEqualTo("NO_ACCOUNT_AVAILABLE");
        assertThat(refused.header("retry-after")).contains("3600");
        Answer unknown = lease("[\"none\"]");
        assertThat(unknown.code()).isEqualTo("NO_ACCOUNT_AVAILABLE");
        assertThat(unknown.json().has("nextAvailableAt")).isFalse();
    }

    @Test
    void accountDetails_areLabelsHoldsAndLeases_onPages() {
        String leased = label("gpu");
        String user = PoolAccounts.newUser();
        String lease = pool.leased(user);
        String held = label("eu");
        assertThat(api.put("/pool/accounts/" + held + "/hold", "{\"reason\":\"bill\"}")
                        .status())
                .isEqualTo(200);

        Answer first = api.get("/pool/account-details?limit=1");
        Answer second = api.get("/pool/account-details?limit=1&cursor=" + first.at("next"));

        JsonNode details = first.json().at("/items/0");
        assertThat(details.at("/account/accountId").asText()).isEqualTo(leased);
        assertThat(details.at("/account/labels/0").asText()).isEqualTo("gpu");
        assertThat(details.at("/lease/leaseId").asText()).isEqualTo(lease);
        assertThat(details.at("/lease/userId").asText()).isEqualTo(user);
        JsonNode last = second.json();
        assertThat(last.at("/items/0/account/hold/reason").asText()).isEqualTo("bill");
        assertThat(last.path("next").isNull()).isTrue();
        JsonNode ofHeld = api.get("/pool/account-details?status=held").json().path("items");
        assertThat(ofHeld.findValuesAsText("accountId")).containsExactly(held);
        assertThat(api.get("/pool/account-details?status=held&cursor=" + first.at("next"))
                        .code())
                .isEqualTo("INVALID_CURSOR");
    }

    @Test
    void account_isHeldAndReleased_andTellsOfIt() {
        String account = pool.available();
        String path = "/pool/accounts/" + account;

        assertThatJson(api.put(path + "/hold", "{\"reason\":\"bill\"}").json())
                .node("hold.reason")
                .isEqualTo("bill");
        assertThat(api.put(path + "/hold", "{\"reason\":\"other\"}")
                        .json()
                        .at("/hold/reason")
                        .asText())
                .isEqualTo("bill");
        assertThatJson(api.get("/pool/accounts?status=held").json())
                .node("accountIds")
                .isEqualTo(List.of(account));
        assertThat(pool.lease(PoolAccounts.newUser()).code()).isEqualTo("NO_ACCOUNT_AVAILABLE");
        assertThat(api.delete(path).code()).isEqualTo("ACCOUNT_HELD");
        assertThat(api.delete(path + "/hold?reason=paid").status()).isEqualTo(200);
        pool.leased(PoolAccounts.newUser());

        List<BusEvent> events = holdEventsOf(account, 2);
        assertThat(events).extracting(BusEvent::detailType).containsExactly("AccountHeld", "AccountReleased");
        assertThat(events)
                .extracting(event -> event.detail().path("reason").asText())
                .containsExactly("bill", "paid");
        Answer history = Suite.await(
                () -> api.get(path + "/history"),
                found -> found.json().path("entries").findValues("hold").size() == 2);
        assertThat(history.json().path("entries").findValuesAsText("hold")).containsExactly("released", "held");
    }

    @Test
    void quarantine_endsTheLease_andKeepsTheAccountFromTheNext() {
        String account = pool.available();
        String lease = pool.leased(PoolAccounts.newUser());

        Answer quarantined = api.post("/pool/accounts/" + account + "/quarantine", "{\"reason\":\"leaked key\"}");

        assertThat(quarantined.at("status")).isEqualTo("dirty");
        assertThat(api.get("/pool/leases/" + lease).at("reason")).isEqualTo("quarantined");
        assertThat(api.post("/pool/accounts/" + account + "/cleanups", "{}").code())
                .isEqualTo("ACCOUNT_HELD");
        assertThat(holdEventsOf(account, 1)).singleElement().satisfies(event -> {
            assertThat(event.detailType()).isEqualTo("AccountQuarantined");
            assertThat(event.detail().path("leaseId").asText()).isEqualTo(lease);
        });
    }
}
