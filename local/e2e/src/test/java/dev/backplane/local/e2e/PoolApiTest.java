package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PoolApiTest {

    private static final String SELF = "backplane/pool.self";

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

    private List<BusEvent> eventsOf(String member, String id, int atLeast) {
        return Suite.await(
                () -> server.cloud().buses().events().stream()
                        .filter(event -> event.source().equals("backplane.pool"))
                        .filter(event -> event.detail().path(member).asText().equals(id))
                        .toList(),
                events -> events.size() >= atLeast);
    }

    @Test
    void account_goesThroughItsWholeLife_andTellsOfIt() {
        String account = pool.available();
        String lease = pool.leased(PoolAccounts.newUser());
        assertThat(pool.lease(PoolAccounts.newUser()).code()).isEqualTo("NO_ACCOUNT_AVAILABLE");
        assertThat(api.delete("/pool/accounts/" + account).at("leaseId")).isEqualTo(lease);
        assertThat(api.send("PATCH", "/pool/leases/" + lease, "{\"extendMinutes\":5}")
                        .status())
                .isEqualTo(200);
        assertThat(api.delete("/pool/leases/" + lease + "?reason=revoked").at("state"))
                .isEqualTo("ended");
        String cleanups = "/pool/accounts/" + account + "/cleanups";
        String attempt = api.post(cleanups, "{}").at("attemptId");
        assertThat(api.put(cleanups + "/other", "{\"result\":\"succeeded\"}").code())
                .isEqualTo("STALE_ATTEMPT");
        api.put(cleanups + "/" + attempt, "{\"result\":\"succeeded\"}");
        assertThat(api.delete("/pool/accounts/" + account).status()).isEqualTo(204);

        assertThat(eventsOf("accountId", account, 9))
                .extracting(BusEvent::detailType)
                .contains(
                        "AccountAdded",
                        "AccountAvailable",
                        "LeaseCreated",
                        "LeaseExtended",
                        "LeaseEnded",
                        "AccountCleanupRequested",
                        "CleanupSucceeded",
                        "AccountRemoved");
        Answer history = Suite.await(
                () -> api.get("/pool/accounts/" + account + "/history"),
                found -> found.json().path("entries").size() == 7);
        assertThat(history.json()
                        .path("entries")
                        .valueStream()
                        .map(entry -> entry.path("to").asText("-")))
                .containsExactly("-", "available", "cleaning", "dirty", "leased", "available", "initial");
    }

    @Test
    void fiftyUsersRaceForTwentyAccounts_overHttp() {
        for (int i = 0; i < 20; i++) {
            pool.available();
        }
        AtomicInteger next = new AtomicInteger();
        List<Answer> answers = Threads.race(64, _ -> {
                    List<Answer> mine = new ArrayList<>();
                    for (int user = next.getAndIncrement(); user < 50; user = next.getAndIncrement()) {
                        String racer = "racer" + user;
                        mine.add(Await.untilServed(() -> pool.lease(racer)));
                    }
                    return mine;
                })
                .allResults()
                .stream()
                .flatMap(List::stream)
                .toList();

        Map<Integer, Long> statuses =
                answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
        assertThat(statuses).isEqualTo(Map.of(201, 20L, 409, 30L));
        assertThat(answers.stream().filter(answer -> answer.status() == 409))
                .allMatch(answer -> answer.code().equals("NO_ACCOUNT_AVAILABLE"));
        assertThat(answers.stream().filter(answer -> answer.status() == 201).map(answer -> answer.at("accountId")))
                .doesNotHaveDuplicates();
        JsonNode counts = api.get("/pool").json();
        assertThat(counts.at("/accounts/leased").asInt()).isEqualTo(20);
        assertThat(counts.path("activeLeases").asInt()).isEqualTo(20);
    }

    @Test
    void schedule_endsWhatIsDue() {
        pool.available();
        pool.available();
        String lease = api.post("/pool/leases", "{\"userId\":\"short@example.com\",\"durationMinutes\":5}")
                .at("leaseId");
        pool.leased(PoolAccounts.newUser());
        clock.advance(Duration.ofMinutes(5));

        server.cloud().schedules().fire("LeaseSweeper");

        assertThat(eventsOf("leaseId", lease, 2))
                .filteredOn(event -> event.detailType().equals("LeaseEnded"))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.detail().path("reason").asText()).isEqualTo("expired"));
        assertThat(api.get("/pool").json().at("/accounts/dirty").asInt()).isEqualTo(1);
    }

    @Test
    void actorsOfALease_areAPersonAMachineAndTheSystem_inItsRecordEventsHistoryAndActivity() {
        String account = pool.available();
        Api anna = api.withToken(new Browser(server.address()).accessToken("anna@example.com"));
        String lease = anna.post("/pool/leases", "{\"userId\":\"Anna@example.com\",\"durationMinutes\":5}")
                .at("leaseId");
        clock.advance(Duration.ofMinutes(5));

        server.cloud().schedules().fire("LeaseSweeper");

        String sweeper = "{type: 'system', id: 'LeaseSweeper'}";
        String person = "{type: 'user', id: 'anna@example.com'}";
        JsonNode ended = Suite.await(
                        () -> api.get("/pool/leases/" + lease),
                        // A due lease counts as ended before it is swept.
                        found -> found.json().has("endedBy"))
                .json();
        assertThatJson(ended.path("createdBy")).isEqualTo(person);
        assertThatJson(ended.path("endedBy")).isEqualTo(sweeper);
        assertThat(eventsOf("leaseId", lease, 2))
                .filteredOn(event -> event.detailType().equals("LeaseEnded"))
                .singleElement()
                .satisfies(event -> assertThatJson(event.detail().path("actor")).isEqualTo(sweeper));
        JsonNode activity = Suite.await(
                        () -> api.get("/activity?subject=" + lease),
                        found -> found.json().path("items").size() >= 2)
                .json()
                .path("items");
        assertThat(activity.valueStream()
                        .map(item -> item.path("actor").path("id").asText()))
                .contains("anna@example.com", "LeaseSweeper");
        JsonNode entries = Suite.await(
                        () -> api.get("/pool/accounts/" + account + "/history"),
                        found -> found.json().path("entries").size() >= 4)
                .json()
                .path("entries");
        assertThat(entries.valueStream()
                        .map(entry -> entry.path("actor").path("type").asText())
                        .distinct())
                .containsExactlyInAnyOrder("client", "user", "system");
    }

    @Test
    void listsOfAnotherForm_areMendedByARepair_andAccountsAreLeasedAgain() {
        pool.available();
        for (String list : List.of("account_status#all", "account_status#available", "lease_status#active")) {
            pool.put(Map.of("pk", AttributeValue.fromS(list), "data", AttributeValue.fromNul(true)));
        }

        Answer repair = api.post("/pool/verify", "{\"repair\":true}");

        assertThat(repair.status()).isEqualTo(200);
        assertThat(repair.json().path("repaired").asInt())
                .isEqualTo(repair.json().path("findings").size())
                .isPositive();
        assertThat(repair.json().path("next").isNull()).isTrue();
        pool.leased(PoolAccounts.newUser());
    }

    @Test
    void userIdsThatNoPathCarries_areRefused() {
        for (String id : List.of("a/b", "a?b", "a#b", "a%b")) {
            Answer refused = api.post("/pool/users", "{\"userId\":\"" + id + "\"}");
            assertThat(refused.code()).isEqualTo("INVALID_REQUEST");
            assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("userId");
        }
        assertThat(api.get("/pool/users/a%25b").code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void pool_thatRunsLow_tellsOnce() {
        for (int i = 0; i < 6; i++) {
            pool.available();
        }
        pool.leased(PoolAccounts.newUser());
        pool.leased(PoolAccounts.newUser());
        pool.leased(PoolAccounts.newUser());

        assertThat(Suite.await(
                        () -> server.cloud().buses().events().stream()
                                .filter(event -> event.detailType().equals("PoolLow"))
                                .toList(),
                        events -> !events.isEmpty()))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.detail().path("available").asInt()).isEqualTo(4));
    }

    @Test
    void person_actsOnWhatIsTheirs_andLearnsNothingOfTheRest() {
        pool.available();
        pool.available();
        Api ann = api.withScope(SELF, "Ann+1@example.com");
        Api bob = api.withScope(SELF, "bob@example.com");
        Answer lease = ann.post("/pool/leases", "{\"userId\":\"ann+1@example.com\"}");
        String path = "/pool/leases/" + lease.at("leaseId");

        assertThat(lease.status()).isEqualTo(201);
        assertThat(ann.get(path).status()).isEqualTo(200);
        assertThat(ann.get("/pool/users/ann%2B1%40example.com")
                        .json()
                        .at("/lease/leaseId")
                        .asText())
                .isEqualTo(lease.at("leaseId"));
        for (String other : List.of(path, "/pool/leases/none")) {
            assertThat(bob.get(other).code()).isEqualTo("FORBIDDEN");
            assertThat(bob.delete(other).code()).isEqualTo("FORBIDDEN");
        }
        assertThat(bob.get("/pool/users/ann%2B1%40example.com").code()).isEqualTo("FORBIDDEN");
        assertThat(bob.get("/pool/leases").status()).isEqualTo(403);
        assertThat(ann.delete(path).at("reason")).isEqualTo("released");
    }
}
