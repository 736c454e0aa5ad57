package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who changed a row and why, as the rows keep it for the events. */
class ActorsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;
    private Platform platform;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        platform = api.test.platform();
    }

    @Test
    void create_recordsThePerson_whoStaysTheCreator() {
        GatewayResponse created = asPerson(
                        HttpCall.of(CreateDeploymentHandler.OPERATION).body("{\"id\":\"d1\"}"))
                .send(new CreateDeploymentHandler(platform));
        assertThatJson(created.body()).node("createdBy").isEqualTo("{\"type\":\"user\",\"id\":\"ann@example.com\"}");
        assertThat(row(DeploymentStore.TABLE, "DEPLOYMENTS").text("Actor")).isEqualTo("user:ann@example.com");

        step("{\"status\":\"CREATE_FAILED\",\"reason\":\"out of quota\"}");
        Item failed = row(DeploymentStore.TABLE, "DEPLOYMENTS");
        assertThat(failed.text("CreatedBy")).isEqualTo("user:ann@example.com");
        assertThat(failed.text("Actor")).isEqualTo("client:ci");
        assertThat(failed.text("Reason")).isEqualTo("out of quota");
    }

    @Test
    void aChangeWithoutAReason_clearsTheReasonBefore() {
        api.stores.in(DeploymentStatus.INITIALIZED, "d1");
        step("{\"status\":\"CREATE_IN_PROGRESS\",\"reason\":\"first\"}");
        step("{\"status\":\"CREATE_FAILED\"}");

        assertThat(row(DeploymentStore.TABLE, "DEPLOYMENTS").findText("Reason")).isEmpty();
    }

    @Test
    void move_recordsActorAndReason() {
        api.stores.point("example.com", api.stores.finished("d1"));
        api.stores.finished("d2");
        GatewayResponse moved =
                asPerson(HttpCall.of(CreateAliasHandler.OPERATION).body("""
                                {"alias":"example.com","target":"d2","override":true,"reason":"release"}""")).send(new CreateAliasHandler(platform));

        assertThat(moved.status()).isEqualTo(201);
        HistoryEntry entry = api.stores.history("example.com").getLast();
        assertThat(entry.actor()).contains(Actor.user("ann@example.com"));
        assertThat(entry.reason()).contains("release");
    }

    @Test
    void deleteAlias_recordsActorAndReason() {
        api.stores.point("example.com", api.stores.finished("d1"));
        GatewayResponse deleted = asPerson(HttpCall.of(DeleteAliasHandler.OPERATION)
                        .path("hostname", "example.com")
                        .query("reason=wrong%20host"))
                .send(new DeleteAliasHandler(platform));

        assertThat(deleted.status()).isEqualTo(204);
        HistoryEntry entry = api.stores.history("example.com").getLast();
        assertThat(entry.kind()).isEqualTo(ChangeKind.DELETED);
        assertThat(entry.previous()).contains(new DeploymentId("d1"));
        assertThat(entry.actor()).contains(Actor.user("ann@example.com"));
        assertThat(entry.reason()).contains("wrong host");
    }

    @Test
    void deleteDeployment_recordsItsDeletionAndThatOfItsOwnAlias() {
        api.stores.deployment("d1");
        step("{\"status\":\"FINISHED\",\"deploymentAlias\":\"own.example.com\"}");
        GatewayResponse deleted = asMachine(HttpCall.of(DeleteDeploymentHandler.OPERATION)
                        .path("id", "d1")
                        .query("reason=old"))
                .send(new DeleteDeploymentHandler(platform));

        assertThat(deleted.status()).isEqualTo(204);
        Item tombstone = row(DeploymentStore.TABLE, "DELETED");
        assertThat(tombstone.text("Actor")).isEqualTo("client:ci");
        assertThat(tombstone.text("Reason")).isEqualTo("old");
        HistoryEntry entry = api.stores.history("own.example.com").getLast();
        assertThat(entry.kind()).isEqualTo(ChangeKind.DELETED);
        assertThat(entry.actor()).contains(Actor.client("ci"));
        assertThat(entry.reason()).contains("old");
        assertThatJson(api.deployments("").body()).node("items").isArray().isEmpty();
        assertThatJson(api.aliases("domain=example.com").body())
                .node("items")
                .isArray()
                .isEmpty();
    }

    @Test
    void rowsWithoutActors_stayReadable_andChangeable() {
        api.stores.point("example.com", api.stores.deployment("d1"));
        withoutActors(DeploymentStore.TABLE, "DEPLOYMENTS");
        withoutActors(AliasStore.TABLE, "ROUTES");

        assertThatJson(api.deployment("d1").body()).node("createdBy").isAbsent();
        assertThat(api.alias("example.com").status()).isEqualTo(200);
        step("{\"status\":\"FINISHED\"}");
        assertThat(row(DeploymentStore.TABLE, "DEPLOYMENTS").text("Actor")).isEqualTo("client:ci");
        assertThat(api.deleteAlias("example.com").status()).isEqualTo(204);
        assertThat(api.delete("d1", "").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reason=", "reason=a%0Ab"})
    void aBadReason_isRefused(String query) {
        api.stores.deployment("d1");
        assertThat(api.delete("d1", query).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.deployment("d1").status()).isEqualTo(200);
    }

    private void step(String body) {
        GatewayResponse answer = asMachine(HttpCall.of(UpdateDeploymentStatusHandler.OPERATION)
                        .path("id", "d1")
                        .body(body))
                .send(new UpdateDeploymentStatusHandler(platform));
        assertThat(answer.status()).isEqualTo(200);
    }

    private static HttpCall asPerson(HttpCall call) {
        return call.sub("Ann@example.com");
    }

    private static HttpCall asMachine(HttpCall call) {
        return call.sub("ci").claim("client_id", "ci");
    }

    private Item row(TableSpec table, String partition) {
        return api.stores.rows(table).stream()
                .filter(row -> row.text("PK").equals(partition))
                .reduce((_, _) -> {
                    throw new AssertionError("more than one row in " + partition);
                })
                .orElseThrow();
    }

    private void withoutActors(TableSpec table, String partition) {
        Item row = row(table, partition);
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(table))
                        .key(Values.key(row.text("PK"), row.text("SK")))
                        .updateExpression("REMOVE Actor, CreatedBy"));
    }
}
