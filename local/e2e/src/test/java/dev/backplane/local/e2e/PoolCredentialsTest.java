package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Credentials of leases, used against the local cloud. */
class PoolCredentialsTest {

    private final MovableClock clock = new MovableClock();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private LocalServer server;
    private PoolAccounts pool;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withClock(clock).withLog(event -> lines.add(event.toString())));
        pool = new PoolAccounts(server);
        api = pool.api();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer issue(String lease) {
        return api.post("/pool/leases/" + lease + "/credentials", "{\"durationMinutes\":60}");
    }

    /** Makes a call that the access role allows, with the credentials of a session. */
    private HttpResponse<String> use(JsonNode credentials) {
        HttpRequest call = HttpRequest.newBuilder(server.address())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Amz-Security-Token", credentials.path("sessionToken").asText())
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential="
                                + credentials.path("accessKeyId").asText()
                                + "/20260105/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0")
                .POST(HttpRequest.BodyPublishers.ofString("Action=GetRole&RoleName=backplane-access"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(call, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void credentials_workUntilTheLeaseEnds_andThenAreRevoked() {
        String account = pool.available();
        String lease = pool.leased(PoolAccounts.newUser());
        JsonNode credentials = issue(lease).json();
        assertThat(use(credentials).statusCode()).isEqualTo(200);
        assertThat(use(credentials).body()).contains("arn:aws:iam::" + account + ":role/backplane-access");
        clock.advance(Duration.ofSeconds(2));

        api.delete("/pool/leases/" + lease);
        awaitRevocation(account);

        HttpResponse<String> late = use(credentials);
        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(late.body()).contains("with an explicit deny in an identity-based policy");
        assertThat(issue(lease).code()).isEqualTo("LEASE_NOT_ACTIVE");
        assertThat(pool.mark(account, "available").status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(2));
        JsonNode next = issue(pool.leased(PoolAccounts.newUser())).json();
        assertThat(use(next).statusCode()).as("younger sessions work").isEqualTo(200);
    }

    private void awaitRevocation(String account) {
        Suite.await(
                () -> api.get("/pool/accounts/" + account)
                        .json()
                        .at("/revocation/status")
                        .asText(),
                "done"::equals);
    }

    /** The ways in which access ends before a lease has expired. */
    enum Ending {
        REVOKED,
        QUARANTINED,
        OVER_BUDGET,
        MEMBER_REMOVED;

        void of(PoolAccounts pool, String lease, String account) {
            Api api = pool.api();
            Answer answer = switch (this) {
                case REVOKED -> api.delete("/pool/leases/" + lease + "?reason=revoked");
                case QUARANTINED ->
                    api.post("/pool/accounts/" + account + "/quarantine", "{\"reason\":\"leaked key\"}");
                case OVER_BUDGET -> pool.spend(lease, "100", 1);
                case MEMBER_REMOVED -> api.put("/pool/leases/" + lease + "/members", "{\"members\":[]}");
            };
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void olderSessions_areRefused_howeverTheAccessEnds(Ending ending) {
        String account = pool.available();
        api.put("/pool/templates/small", PoolAccounts.TEMPLATE);
        String lease = pool.leased(PoolAccounts.newUser(), "small");
        assertThat(api.put("/pool/leases/" + lease + "/members", "{\"members\":[\"bea@example.com\"]}")
                        .status())
                .isEqualTo(200);
        Api bea = api.withScope("backplane/pool.self", "bea@example.com");
        List<JsonNode> sessions = List.of(
                issue(lease).json(),
                bea.post("/pool/leases/" + lease + "/credentials", "{}").json());
        assertThat(sessions).allMatch(session -> use(session).statusCode() == 200);
        clock.advance(Duration.ofSeconds(2));

        ending.of(pool, lease, account);
        awaitRevocation(account);

        assertThat(sessions).allMatch(session -> use(session).statusCode() == 403);
        Answer late = bea.post("/pool/leases/" + lease + "/credentials", "{}");
        assertThat(late.status()).isEqualTo(ending == Ending.MEMBER_REMOVED ? 403 : 409);
    }

    @Test
    void sessions_thatAreIssuedWhileTheLeaseEnds_areNeverUsableAfterTheRevocation() throws InterruptedException {
        String account = pool.available();
        String lease = pool.leased(PoolAccounts.newUser());
        Queue<JsonNode> issued = new ConcurrentLinkedQueue<>();
        List<Thread> callers = IntStream.range(0, 4)
                .mapToObj(_ -> Thread.ofVirtual().start(() -> {
                    for (Answer answer = issue(lease); answer.status() == 200; answer = issue(lease)) {
                        issued.add(answer.json());
                    }
                }))
                .toList();
        Suite.await(issued::size, count -> count > 3);
        clock.advance(Duration.ofSeconds(2));

        assertThat(api.delete("/pool/leases/" + lease).status()).isEqualTo(200);
        for (Thread caller : callers) {
            caller.join();
        }
        clock.advance(Duration.ofSeconds(2));
        awaitRevocation(account);

        assertThat(issued).allMatch(session -> use(session).statusCode() == 403);
    }

    @Test
    void credentials_denyEverythingWhenTheLeaseHasExpired_evenIfNothingWasRevoked() {
        pool.available();
        String user = PoolAccounts.newUser();
        Answer created = api.post("/pool/leases", "{\"userId\":\"" + user + "\",\"durationMinutes\":20}");
        JsonNode credentials = issue(created.at("leaseId")).json();
        assertThat(credentials.path("expiresAt").asText()).isEqualTo(created.at("expiresAt"));
        assertThat(use(credentials).statusCode()).isEqualTo(200);

        clock.advance(Duration.ofMinutes(20));
        assertThat(use(credentials).body()).contains("with an explicit deny in a");
    }

    /** Returns the rows of all tables, those of other services included. */
    private List<String> rows() {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            return dynamo.listTablesPaginator().tableNames().stream()
                    .flatMap(table ->
                            dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream())
                    .map(Map::toString)
                    .toList();
        }
    }

    @Test
    void secrets_areInNoLogLine_noRow_andNoEvent() {
        String account = pool.available();
        String lease = pool.leased(PoolAccounts.newUser());
        JsonNode credentials = issue(lease).json();
        api.delete("/pool/leases/" + lease);
        awaitRevocation(account);
        Suite.await(() -> server.cloud().buses().events().toString(), events -> events.contains("LeaseEnded"));

        for (String name : List.of("secretAccessKey", "sessionToken")) {
            String secret = credentials.path(name).asText();
            assertThat(secret).hasSizeGreaterThan(20);
            assertThat(lines).isNotEmpty().noneMatch(line -> line.contains(secret));
            assertThat(rows()).isNotEmpty().noneMatch(row -> row.contains(secret));
            assertThat(server.cloud().buses().events())
                    .extracting(event -> event.detail().toString())
                    .noneMatch(event -> event.contains(secret));
        }
    }
}
