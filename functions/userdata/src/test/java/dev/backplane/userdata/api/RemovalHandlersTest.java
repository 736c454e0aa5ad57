package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.ADMIN;
import static dev.backplane.userdata.api.ApiFixture.SELF;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.StoreFixture;
import dev.backplane.userdata.workflow.DataRemoverHandler;
import dev.backplane.userdata.workflow.StubMachine;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes of erasures and purges, and the function of their state machine. */
class RemovalHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;
    private StubMachine machine;
    private TestPlatform test;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        AwsConnection local = DYNAMO.aws();
        machine = new StubMachine(local.http());
        test = new TestPlatform(
                StoreFixture.settings(DYNAMO),
                new AwsConnection(machine, local.credentials(), local.region(), local.endpoint()));
        api.stores.apps.register(NOTES, Optional.empty(), AppOptions.NONE);
        assertThat(api.put("a", "1").status()).isEqualTo(201);
    }

    private GatewayResponse erase(String scope, String body) {
        return erase(test, scope, body);
    }

    private static GatewayResponse erase(TestPlatform test, String scope, String body) {
        return HttpCall.of(EraseUserHandler.OPERATION)
                .path("user", "ann")
                .sub("ann")
                .scopes(scope)
                .body(body)
                .send(new EraseUserHandler(test.platform()));
    }

    private String erased() {
        GatewayResponse answer = erase(ADMIN, "{\"confirm\":\"Ann\",\"reason\":\"asked for\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.text("erasureId");
    }

    private GatewayResponse get(String id, String sub, String scope) {
        return HttpCall.of(GetErasureHandler.OPERATION)
                .path("erasureId", id)
                .sub(sub)
                .scopes(scope)
                .send(new GetErasureHandler(test.platform()));
    }

    private GatewayResponse deleteApp(String query) {
        return HttpCall.of(DeleteAppHandler.OPERATION)
                .path("app", "notes")
                .query(query)
                .scopes(ADMIN)
                .send(new DeleteAppHandler(test.platform()));
    }

    private String task(String step, String id, int attempt) {
        return Invoke.with(
                new DataRemoverHandler(test.platform()),
                "{\"step\":\"" + step + "\",\"jobId\":\"" + id + "\",\"execution\":\"" + id + "-" + attempt + "\"}",
                Invoke.contextWith(60_000));
    }

    private void complete(String id) {
        assertThatJson(task("sweep", id, 1)).isEqualTo("{\"outcome\":\"swept\"}");
        assertThatJson(task("finish", id, 1)).isEqualTo("{\"outcome\":\"done\"}");
    }

    @Test
    void erasure_startsAnExecutionWhoseInputIsTheJobAlone() {
        String id = erased();

        assertThat(machine.started()).containsExactly(id + "-1");
        assertThat(machine.inputs().getFirst())
                .contains("{\\\"jobId\\\":\\\"" + id + "\\\"}")
                .doesNotContain("ann");
        assertThat(erased()).as("the same").isEqualTo(id);
        assertThat(machine.started()).hasSize(1);
    }

    @Test
    void erasure_showsItsProgress_andThenItsReceipt() {
        String id = erased();
        GatewayResponse running = get(id, "admin-1", ADMIN);
        assertThatJson(running.body()).node("status").isEqualTo("running");
        assertThatJson(running.body()).node("user").isEqualTo("ann");
        assertThat(api.put("b", "1").status()).isEqualTo(409);
        assertThat(api.put("b", "1").text("code")).isEqualTo("USER_BEING_ERASED");

        complete(id);

        GatewayResponse done = get(id, "admin-1", ADMIN);
        assertThatJson(done.body()).node("status").isEqualTo("done");
        assertThatJson(done.body()).node("user").isAbsent();
        assertThatJson(done.body()).node("removed.values").isEqualTo(1);
        assertThatJson(done.body()).node("reason").isEqualTo("asked for");
        assertThatJson(done.body()).node("userHash").isEqualTo(api.stores.removals.hash(ANN));
        assertThat(api.put("b", "1").status()).isEqualTo(201);
    }

    @Test
    void user_seesTheOwnErasureOnly() {
        String id = erased();

        assertThat(get(id, "ann", SELF).status()).isEqualTo(200);
        assertThat(get(id, "bob", SELF).status()).isEqualTo(404);
        complete(id);
        assertThat(get(id, "ann", SELF).status()).isEqualTo(200);
        assertThat(get(id, "bob", SELF).status()).isEqualTo(404);
        assertThat(get("erasure-" + "0".repeat(32), "x", ADMIN).text("code")).isEqualTo("ERASURE_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"confirm\":\"bob\"}", "{\"confirm\":1}", "{\"confirm\":\"ann\",\"x\":1}"})
    void erasure_thatIsNotConfirmed_isRefused_andStartsNothing(String body) {
        assertThat(erase(ADMIN, body).text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(machine.started()).isEmpty();
        assertThat(api.put("b", "1").status()).isEqualTo(201);
    }

    @Test
    void ownErasure_dependsOnTheStage() {
        assertThat(erase(SELF, "{\"confirm\":\"ann\"}").text("code")).isEqualTo("SELF_ERASURE_OFF");
        assertThat(erase(test.with(UserdataSettings.SELF_ERASURE, "true"), SELF, "{\"confirm\":\"ann\"}")
                        .status())
                .isEqualTo(202);
    }

    @Test
    void erasure_whoseExecutionEndedWithoutAResult_isInterrupted_andContinuedOnRequest() {
        String id = erased();
        machine.end(id + "-1");
        assertThatJson(get(id, "admin-1", ADMIN).body()).node("status").isEqualTo("interrupted");

        assertThat(erased()).isEqualTo(id);

        assertThat(machine.started()).containsExactly(id + "-1", id + "-2");
        assertThatJson(get(id, "admin-1", ADMIN).body()).node("status").isEqualTo("running");
        assertThatJson(task("sweep", id, 1)).isEqualTo("{\"outcome\":\"superseded\"}");
        assertThatJson(task("sweep", id, 2)).isEqualTo("{\"outcome\":\"swept\"}");
        assertThatJson(task("finish", id, 2)).isEqualTo("{\"outcome\":\"done\"}");
        assertThatJson(task("finish", id, 2)).isEqualTo("{\"outcome\":\"superseded\"}");
    }

    @Test
    void sweep_withoutTime_isNotComplete() {
        String id = erased();
        String result = Invoke.with(
                new DataRemoverHandler(test.platform()),
                "{\"step\":\"sweep\",\"jobId\":\"" + id + "\",\"execution\":\"" + id + "-1\"}",
                Invoke.contextWith(15_000));

        assertThatJson(result).isEqualTo("{\"outcome\":\"more\"}");
    }

    @Test
    void purge_removesAnAppWithData() {
        assertThat(deleteApp("").text("code")).isEqualTo("APP_NOT_EMPTY");
        GatewayResponse answer = deleteApp("purge=true&reason=retired");
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        String id = answer.text("purgeId");
        assertThat(api.put("b", "1").text("code")).isEqualTo("APP_BEING_PURGED");
        assertThat(deleteApp("purge=true").text("purgeId")).isEqualTo(id);

        complete(id);

        GatewayResponse done = HttpCall.of(GetPurgeHandler.OPERATION)
                .path("purgeId", id)
                .scopes(ADMIN)
                .send(new GetPurgeHandler(test.platform()));
        assertThatJson(done.body()).node("status").isEqualTo("done");
        assertThatJson(done.body()).node("app").isEqualTo("notes");
        assertThatJson(done.body()).node("removed.usages").isEqualTo(1);
        assertThat(deleteApp("purge=true").text("code")).isEqualTo("APP_NOT_FOUND");
    }
}
