package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Exports and erases a user and purges an app, each also after its execution was stopped. */
final class RemovalsExercise {

    private static final String APP = "/userdata/apps/removed";
    private static final String ZOE = "/userdata/users/zoe";

    private final LocalServer server;
    private final Api api;
    private final Removals removals;

    RemovalsExercise(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
        this.removals = new Removals(server);
    }

    void doEverything() {
        expect(201, "POST", "/userdata/apps", "{\"name\":\"removed\"}");
        store("zoe");
        store("max");
        export();
        String erasure = continued(this::eraseZoe, "erasureId", "/userdata/erasures/");
        GivenUp.next(server, () -> Removals.await(api, "/userdata/erasures/" + erasure, "done"), "JobStream");
        GivenUp.next(server, this::erasedZoe, "EraseActivity");
        erasedZoe();
        String purge =
                continued(() -> expect(202, "DELETE", APP + "?purge=true", null), "purgeId", "/userdata/purges/");
        Removals.await(api, "/userdata/purges/" + purge, "done");
    }

    /** Exports small and large values of all kinds, in a second execution. */
    private void export() {
        server.cloud().faults().failInvocation(100, name -> name.endsWith("-DataExporter"), "not yet");
        Answer begun = expect(202, "POST", ZOE + "/exports", null);
        String path = ZOE + "/exports/" + begun.at("exportId");
        expect(200, "GET", path, null);
        removals.stopExport(begun.at("exportId"), 1);
        server.cloud().faults().clear();
        assertThat(expect(202, "POST", ZOE + "/exports", null).at("exportId")).isEqualTo(begun.at("exportId"));
        Answer done = Removals.await(api, path, "done");
        try (InputStream file = URI.create(done.at("link")).toURL().openStream()) {
            assertThat(file.readAllBytes()).isNotEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Suite.await(() -> removals.activityWith("zoe"), rows -> !rows.isEmpty());
    }

    private Answer eraseZoe() {
        return expect(202, "POST", ZOE + "/erasures", "{\"confirm\":\"zoe\"}");
    }

    private void erasedZoe() {
        Removals.await(api, "/userdata/erasures/" + eraseZoe().at("erasureId"), "done");
    }

    /** Starts a removal, stops its execution, and continues it. */
    private String continued(Supplier<Answer> start, String id, String path) {
        String job = start.get().at(id);
        expect(200, "GET", path + job, null);
        removals.stop(job, 1);
        assertThat(start.get().at(id)).isEqualTo(job);
        return job;
    }

    private void store(String user) {
        String ofUser = APP + "/users/" + user;
        expect(201, "PUT", ofUser + "/json/a", '"' + noise() + '"');
        expect(201, "PUT", ofUser + "/blob/a", noise());
        expect(201, "PUT", "/userdata/users/" + user + "/cb/a", '"' + noise() + '"');
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.putItem(put -> put.tableName(Suite.table(server, "appChanges"))
                    .item(Map.of(
                            "appUser",
                            AttributeValue.fromS("removed#" + user),
                            "key",
                            AttributeValue.fromS("json#a"))));
        }
    }

    /** Returns text that is large even when compressed. */
    private static String noise() {
        StringBuilder text = new StringBuilder();
        new Random(1).ints(8000, 'a', 'z').forEach(c -> text.append((char) c));
        return text.toString();
    }

    private Answer expect(int status, String method, String path, @Nullable String body) {
        Answer answer = api.send(method, path, body);
        assertThat(answer.status())
                .as(method + " " + path + " " + answer.text())
                .isEqualTo(status);
        return answer;
    }
}
