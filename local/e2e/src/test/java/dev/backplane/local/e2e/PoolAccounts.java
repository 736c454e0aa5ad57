package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes the account pool over HTTP and directly in its table; names are never reused. */
final class PoolAccounts {

    /** A template whose leases end when they have cost 100 dollars. */
    static final String TEMPLATE = """
            {"durationMinutes":120,"maxDurationMinutes":180,"maxExtensions":1,
            "budget":{"amount":"100","currency":"USD","atLimit":"end"}}""";

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final LocalServer server;
    private final Api api;

    PoolAccounts(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
    }

    Api api() {
        return api;
    }

    static String newUser() {
        return "user" + COUNTER.incrementAndGet() + "@example.com";
    }

    /** Verifies the pool. On a busy machine, a verification may have too little time; then it is repeated. */
    void assertConsistent() {
        Answer answer = Suite.await(() -> api.post("/pool/verify", "{}"), found -> found.status() != 503);
        assertThat(answer.json().path("consistent").asBoolean())
                .as(answer.toString())
                .isTrue();
    }

    /** Adds an account and makes it available. */
    String available() {
        String id = "%012d".formatted(COUNTER.incrementAndGet());
        assertThat(api.post("/pool/accounts", "{\"accountId\":\"" + id + "\"}").status())
                .isEqualTo(201);
        assertThat(mark(id, "available").status()).isEqualTo(200);
        return id;
    }

    Answer mark(String account, String status) {
        return api.put("/pool/accounts/" + account + "/status", "{\"status\":\"" + status + "\"}");
    }

    Answer lease(String user) {
        return api.post("/pool/leases", "{\"userId\":\"" + user + "\"}");
    }

    /** Leases an account to a user and returns the lease's id. */
    String leased(String user) {
        Answer answer = lease(user);
        assertThat(answer.status()).isEqualTo(201);
        return answer.at("leaseId");
    }

    /** Leases an account to a user with a template and returns the lease's id. */
    String leased(String user, String template) {
        Answer answer = api.post("/pool/leases", "{\"userId\":\"" + user + "\",\"template\":\"" + template + "\"}");
        assertThat(answer.status()).isEqualTo(201);
        return answer.at("leaseId");
    }

    /** Reports the costs of a lease as of some milliseconds of a day in the past. */
    Answer spend(String lease, String amount, int millis) {
        return api.put(
                "/pool/leases/" + lease + "/spend",
                "{\"amount\":\"%s\",\"currency\":\"USD\",\"asOf\":\"2026-01-01T00:00:00.%03dZ\"}"
                        .formatted(amount, millis));
    }

    /** Moves the end of a lease into the past. */
    void makeDue(String lease) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.updateItem(update -> update.tableName(table())
                    .key(Map.of("pk", AttributeValue.fromS("lease_id#" + lease)))
                    .updateExpression("SET #data.#expires = :past")
                    .expressionAttributeNames(Map.of("#data", "data", "#expires", "expires"))
                    .expressionAttributeValues(Map.of(":past", AttributeValue.fromS("2020-01-01T00:00:00.000Z"))));
        }
    }

    void put(Map<String, AttributeValue> item) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.putItem(put -> put.tableName(table()).item(item));
        }
    }

    void delete(String key) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.deleteItem(delete -> delete.tableName(table()).key(Map.of("pk", AttributeValue.fromS(key))));
        }
    }

    private String table() {
        return Suite.table(server, "PoolTable");
    }
}
