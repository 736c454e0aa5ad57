package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Calls the operations on the history, locks, splits and promotions of aliases, with each of their permissions. */
final class AliasesExercise {

    private final LocalServer server;
    private final Api api;
    private final Deployments deployments;

    AliasesExercise(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
        this.deployments = new Deployments(api);
    }

    void doEverything() {
        String first = deployments.finished();
        String second = deployments.finished();
        String host = Deployments.newHost();
        deployments.point(host, first);
        splitAndEnd(host, second);
        rollBackAndLock(host, second);
        promoteAndUndo(host, first, second);
        expire();
        ok(api.get("/alias-history?alias=" + host), 200);
        ok(api.get("/alias-history?alias=" + Deployments.newHost()), 404);
    }

    private void splitAndEnd(String host, String second) {
        split(host, second, 10);
        split(host, second, 20);
        ok(api.delete("/alias-splits?keep=stable&alias=" + host), 200);
        split(host, second, 20);
        ok(api.delete("/alias-splits?keep=new&alias=" + host), 200);
    }

    private void split(String host, String deployment, int percent) {
        String body = "{\"alias\":\"" + host + "\",\"deployment\":\"" + deployment + "\",\"percent\":" + percent + "}";
        ok(api.put("/alias-splits", body), 200);
    }

    private void rollBackAndLock(String host, String second) {
        String alias = "{\"alias\":\"" + host + "\"";
        ok(api.post("/alias-rollbacks", alias + "}"), 200);
        ok(api.post("/alias-rollbacks", alias + ",\"toRevision\":1}"), 200);
        split(host, second, 30);
        ok(api.post("/alias-rollbacks", alias + ",\"toRevision\":1}"), 200);
        ok(api.put("/alias-locks", alias + "}"), 200);
        ok(api.delete("/alias-locks?alias=" + host), 204);
        split(host, second, 30);
        deployments.move(host, second);
    }

    private void promoteAndUndo(String host, String first, String second) {
        split(host, first, 30);
        String created = Deployments.newHost();
        String move = "{\"alias\":\"%s\",\"target\":\"%s\"}";
        String body = "{\"moves\":[" + move.formatted(host, second) + "," + move.formatted(created, first) + "]}";
        Api keyed = api.with("idempotency-key", Deployments.newId());
        String id = keyed.post("/promotions", body).at("id");
        ok(keyed.post("/promotions", body), 200);
        ok(api.get("/promotions"), 200);
        ok(api.get("/promotions/" + id), 200);
        ok(api.post("/promotions/" + id + "/undo", ""), 200);
        // Above, the counts of the deployments stay the same: one alias comes and a split goes.
        ok(api.post("/promotions", "{\"moves\":[" + move.formatted(host, first) + "]}"), 201);
    }

    /** Uses names and deployments again that only expired aliases hold, before and after TTL deletes their rows. */
    private void expire() {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            String table = Suite.table(server, "AliasTable");
            String host = Deployments.newHost();
            deployments.point(host, deployments.finished());
            delete(dynamo, table, host);
            ok(
                    api.put(
                            "/deployments/" + deployments.initialized() + "/status",
                            "{\"status\":\"FINISHED\",\"deploymentAlias\":\"" + host + "\"}"),
                    200);
            String held = deployments.finished();
            String other = Deployments.newHost();
            deployments.point(other, held);
            delete(dynamo, table, other);
            ok(api.delete("/deployments/" + held), 204);

            String left = Deployments.newHost();
            deployments.point(left, deployments.finished());
            dynamo.updateItem(update -> update.tableName(table)
                    .key(route(left))
                    .updateExpression("SET ExpiryDate = :past")
                    .expressionAttributeValues(Map.of(":past", justNow())));
            Suite.await(
                    () -> api.get("/alias-history?alias=" + left).text(), history -> history.contains("\"expired\""));
        }
    }

    /** Returns a time that has passed; TTL ignores rows that expired long ago. */
    static AttributeValue justNow() {
        return AttributeValue.fromN(Long.toString(Instant.now().getEpochSecond() - 10));
    }

    /** Deletes a row as TTL does, but without the record by which the function knows a deletion by TTL. */
    private static void delete(DynamoDbClient dynamo, String table, String host) {
        dynamo.deleteItem(delete -> delete.tableName(table).key(route(host)));
    }

    private static Map<String, AttributeValue> route(String host) {
        String reversed = String.join(".", Arrays.asList(host.split("\\.")).reversed());
        return Map.of("PK", AttributeValue.fromS("ROUTES"), "SK", AttributeValue.fromS(reversed + "#/"));
    }

    private static void ok(Api.Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }
}
