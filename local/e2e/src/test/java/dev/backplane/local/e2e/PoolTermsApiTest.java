package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Templates, members, spend and warnings of leases, over HTTP. */
class PoolTermsApiTest {

    private final MovableClock clock = new MovableClock();
    private LocalServer server;
    private PoolAccounts pool;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withClock(clock));
        pool = new PoolAccounts(server);
        api = pool.api();
        pool.available();
        pool.available();
        api.put("/pool/templates/small", PoolAccounts.TEMPLATE);
    }

    @AfterEach
    void stop() {
        try (LocalServer stopped = server) {
            // The clock may have moved beyond the expiry of the first token.
            new PoolAccounts(stopped).assertConsistent();
            assertThat(stopped.cloud().iam().denials()).isEmpty();
        }
    }

    private List<BusEvent> events(String type, String lease, int atLeast) {
        return Suite.await(
                () -> server.cloud().buses().events().stream()
                        .filter(event -> event.detailType().equals(type)
                                && event.detail().path("leaseId").asText().equals(lease))
                        .toList(),
                events -> events.size() >= atLeast);
    }

    @Test
    void templates_areKeptListedAndDeleted() {
        assertThatJson(api.get("/pool/templates").json().path("items"))
                .inPath("$[*].name")
                .isEqualTo("[\"default\", \"small\"]");
        assertThat(api.delete("/pool/templates/default").code()).isEqualTo("DEFAULT_TEMPLATE");
        assertThat(api.put("/pool/templates/bad", "{\"durationMinutes\":1}").code())
                .isEqualTo("INVALID_REQUEST");
        String lease = pool.leased(PoolAccounts.newUser(), "small");
        assertThat(api.send("PATCH", "/pool/leases/" + lease, "{\"extendMinutes\":61}")
                        .code())
                .isEqualTo("EXTENSION_LIMIT");
        assertThat(api.delete("/pool/templates/small").status()).isEqualTo(204);
        assertThat(api.get("/pool/templates/small").code()).isEqualTo("TEMPLATE_NOT_FOUND");
        assertThatJson(api.get("/pool/leases/" + lease).json())
                .node("limits.maxDurationMinutes")
                .isEqualTo(180);
    }

    @Test
    void spend_tellsOfEachThresholdOnce_andEndsTheLease() {
        String lease = pool.leased(PoolAccounts.newUser(), "small");

        Threads.race(16, thread -> Await.untilServed(() -> pool.spend(lease, "85", 1 + thread % 4)))
                .allResults();
        Answer ended = pool.spend(lease, "250.75", 9);

        assertThat(ended.at("reason")).isEqualTo("budget");
        assertThat(pool.spend(lease, "250.75", 9).at("state")).isEqualTo("ended");
        assertThat(pool.spend(lease, "300", 10).code()).isEqualTo("LEASE_NOT_ACTIVE");
        List<BusEvent> reached = events("LeaseBudgetReached", lease, 3);
        assertThat(reached)
                .extracting(event -> event.detail().path("threshold").asInt())
                .containsExactlyInAnyOrder(50, 80, 100);
        assertThat(reached)
                .extracting(event -> event.detail().path("eventId").asText())
                .doesNotHaveDuplicates();
        assertThat(events("LeaseEnded", lease, 1))
                .singleElement()
                .satisfies(
                        event -> assertThatJson(event.detail()).node("reason").isEqualTo("budget"));
    }

    @Test
    void members_readTheLease_untilTheyAreRemoved() {
        String lease = pool.leased("ben@example.com", "small");
        Api anna = api.withToken(new Browser(server.address()).accessToken("anna@example.com"));
        Api ben = api.withToken(new Browser(server.address()).accessToken("ben@example.com"));
        String members = "/pool/leases/" + lease + "/members";

        assertThat(anna.get("/pool/leases/" + lease).status()).isEqualTo(403);
        assertThat(ben.put(members, "{\"members\":[\"Anna@example.com\"]}").status())
                .isEqualTo(200);
        assertThat(anna.get("/pool/leases/" + lease).status()).isEqualTo(200);
        assertThat(anna.put(members, "{\"members\":[]}").status()).isEqualTo(403);
        assertThat(ben.put(members, "{\"members\":[]}").status()).isEqualTo(200);
        assertThat(anna.get("/pool/leases/" + lease).status()).isEqualTo(403);

        assertThat(events("LeaseMembersChanged", lease, 2))
                .extracting(event -> event.detail().path("removed").size())
                .containsExactly(0, 1);
    }

    @Test
    void schedule_warnsOnce_andAgainAfterAnExtension() {
        String lease = pool.leased(PoolAccounts.newUser(), "small");
        clock.advance(Duration.ofMinutes(60));
        server.cloud().schedules().fire("LeaseSweeper");
        server.cloud().schedules().fire("LeaseSweeper");
        assertThat(events("LeaseExpiring", lease, 1))
                .singleElement()
                .satisfies(event ->
                        assertThatJson(event.detail()).node("leadMinutes").isEqualTo(60));

        Answer extended =
                new PoolAccounts(server).api().send("PATCH", "/pool/leases/" + lease, "{\"extendMinutes\":60}");
        assertThat(extended.status()).isEqualTo(200);
        clock.advance(Duration.ofMinutes(60));
        server.cloud().schedules().fire("LeaseSweeper");

        assertThat(events("LeaseExpiring", lease, 2)).hasSize(2);
    }
}
