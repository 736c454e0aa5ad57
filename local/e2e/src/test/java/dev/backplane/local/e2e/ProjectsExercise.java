package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import java.util.Arrays;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Calls every operation on projects, with each of its permissions. */
final class ProjectsExercise {

    private final LocalServer server;
    private final Api api;

    ProjectsExercise(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
    }

    void doEverything() {
        String project = Deployments.newId();
        String policy = "/projects/" + project + "/retention";
        fill(project);
        list(project);
        assertThat(api.put(policy, "{\"keepLast\":1}").status()).isEqualTo(200);
        assertThat(api.get(policy).status()).isEqualTo(200);
        assertThat(api.post(policy + "/preview", "").json().path("items").size())
                .isEqualTo(2);
        assertThat(api.post(policy + "/run", "").json().path("items").size()).isEqualTo(2);
        fill(project);
        server.cloud().schedules().fire("RetentionSweeper");
        Suite.await(() -> api.post(policy + "/preview", "").json().path("items").size(), left -> left == 0);
        assertThat(api.delete(policy).status()).isEqualTo(204);
        delete(project);
    }

    /**
     * Makes five deployments: two that only expired aliases keep, one without a stack but with its own alias, one with
     * a stack, and the newest.
     */
    private void fill(String project) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            String table = Suite.table(server, "AliasTable");
            Map<String, AttributeValue> expired = held(project);
            dynamo.updateItem(update -> update.tableName(table)
                    .key(expired)
                    .updateExpression("SET ExpiryDate = :past")
                    .expressionAttributeValues(Map.of(":past", AttributeValue.fromN("1"))));
            // As TTL does.
            Map<String, AttributeValue> removed = held(project);
            dynamo.deleteItem(delete -> delete.tableName(table).key(removed));
        }
        finish(create(project), ",\"deploymentAlias\":\"" + Deployments.newHost() + "\"");
        finish(create(project), ",\"cloudFormationStack\":\"s\"");
        finish(create(project), "");
    }

    /** Makes a deployment with an alias, and returns the key of the alias's row. */
    private Map<String, AttributeValue> held(String project) {
        String id = create(project);
        finish(id, "");
        String host = Deployments.newHost();
        new Deployments(api).point(host, id);
        String reversed = String.join(".", Arrays.asList(host.split("\\.")).reversed());
        return Map.of("PK", AttributeValue.fromS("ROUTES"), "SK", AttributeValue.fromS(reversed + "#/"));
    }

    private String create(String project) {
        return api.with("idempotency-key", Deployments.newId())
                .post("/deployments", "{\"project\":\"" + project + "\",\"branch\":\"main\"}")
                .at("id");
    }

    private void finish(String id, String more) {
        assertThat(api.put("/deployments/" + id + "/status", "{\"status\":\"FINISHED\"" + more + "}")
                        .status())
                .isEqualTo(200);
    }

    private void list(String project) {
        for (String filter : new String[] {"", "&branch=main", "&status=FINISHED", "&branch=main&status=FINISHED"}) {
            // The indexes are eventually consistent.
            Suite.await(
                    () -> api.get("/deployments?project=" + project + filter)
                            .json()
                            .path("items")
                            .size(),
                    found -> found == 5);
        }
    }

    /** Deletes a deployment without a stack, and requests the destruction of another. */
    private void delete(String project) {
        String plain = create(project);
        String stacked = create(project);
        finish(stacked, ",\"cloudFormationStack\":\"s\"");
        assertThat(api.delete("/deployments/" + plain).status()).isEqualTo(204);
        assertThat(api.delete("/deployments/" + stacked).status()).isEqualTo(200);
    }
}
