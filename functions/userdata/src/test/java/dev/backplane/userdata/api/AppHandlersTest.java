package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.call;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.StoreFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppHandlersTest {

    private static final String NOTES = "{\"name\":\"notes\",\"quotaBytes\":1000}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private GatewayResponse on(Operation operation, String app) {
        return api.send(operation, call(operation).path("app", app));
    }

    private GatewayResponse setQuota(String app, String body) {
        return api.send(
                SetQuotaHandler.OPERATION,
                call(SetQuotaHandler.OPERATION).path("app", app).body(body));
    }

    @Test
    void create_registersAnAppOnce() {
        GatewayResponse created = api.createApp(NOTES);

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("location")).contains("/userdata/apps/notes");
        assertThat(created.body())
                .isEqualTo(
                        "{\"name\":\"notes\",\"quotaBytes\":1000,\"changes\":false,\"events\":false,\"createdAt\":\"2026-01-05T00:00:00.000Z\","
                                + "\"updatedAt\":\"2026-01-05T00:00:00.000Z\"}");
        assertThat(on(GetAppHandler.OPERATION, "notes").body()).isEqualTo(created.body());
        GatewayResponse again = api.createApp(NOTES);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("NAME_IN_USE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"name\":\"free\"}", "{\"name\":\"free\",\"quotaBytes\":null}"})
    void create_withoutAQuota_isUnlimited(String body) {
        assertThatJson(api.createApp(body).body()).node("quotaBytes").isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "\"abc\"", "1073741825", "1e3", "true", "{}"})
    void quota_thatIsNone_isRefused(String quota) {
        api.createApp(NOTES);

        GatewayResponse answer = api.createApp("{\"name\":\"other\",\"quotaBytes\":" + quota + "}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_QUOTA");
        assertThat(on(GetAppHandler.OPERATION, "other").status()).isEqualTo(404);
        assertThat(setQuota("notes", "{\"quotaBytes\":" + quota + "}").code()).isEqualTo("INVALID_QUOTA");
    }

    @Test
    void quota_ofExactlyTheMaximum_isAllowed() {
        assertThat(api.createApp("{\"name\":\"a\",\"quotaBytes\":" + UserdataSettings.DEFAULT_MAX_QUOTA_BYTES + "}")
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmh", "cb"})
    void create_ofAReservedName_isRefused(String name) {
        GatewayResponse answer = api.createApp("{\"name\":\"" + name + "\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_APP");
    }

    @Test
    void create_ofABadRequest_namesEveryMistake() {
        assertThatJson(api.createApp("{\"name\":\"a b\",\"x\":1}").body())
                .node("errors")
                .isArray()
                .hasSize(2);
        assertThat(api.createApp("[]").code()).isEqualTo("INVALID_JSON");
    }

    @Test
    void quota_isChangedAndTakenAway() {
        api.createApp(NOTES);
        api.stores.clock().advance(Duration.ofSeconds(1));

        GatewayResponse set = setQuota("notes", "{\"quotaBytes\":500}");
        assertThat(set.status()).isEqualTo(200);
        assertThatJson(set.body())
                .isEqualTo(
                        "{name:'notes',quotaBytes:500,changes:false,events:false,createdAt:'2026-01-05T00:00:00.000Z',"
                                + "updatedAt:'2026-01-05T00:00:01.000Z'}");
        assertThat(on(RemoveQuotaHandler.OPERATION, "notes").status()).isEqualTo(204);
        assertThatJson(on(GetAppHandler.OPERATION, "notes").body())
                .node("quotaBytes")
                .isNull();
        assertThatJson(api.send(ListAppsHandler.OPERATION, call(ListAppsHandler.OPERATION))
                        .body())
                .node("items[0].quotaBytes")
                .isNull();
    }

    @Test
    void unknownApps_areNotFound() {
        assertThat(on(GetAppHandler.OPERATION, "notes").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(on(RemoveQuotaHandler.OPERATION, "notes").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(on(DeleteAppHandler.OPERATION, "notes").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(on(ListAppUsersHandler.OPERATION, "notes").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(setQuota("notes", "{\"quotaBytes\":1}").code()).isEqualTo("APP_NOT_FOUND");
        for (Operation operation : List.of(
                GetQuotaHandler.OPERATION,
                RecountHandler.OPERATION,
                ListJsonHandler.OPERATION,
                ListBlobsHandler.OPERATION)) {
            GatewayResponse answer = api.send(operation, notes(operation, "ann"));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("APP_NOT_FOUND");
        }
    }

    @Test
    void delete_ofAnAppWithData_isAConflictUntilItIsEmpty() {
        api.createApp(NOTES);
        api.put("a", "1");

        GatewayResponse answer = on(DeleteAppHandler.OPERATION, "notes");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("APP_NOT_EMPTY");
        api.send(
                DeleteJsonHandler.OPERATION,
                notes(DeleteJsonHandler.OPERATION, "ann").path("key", "a"));
        assertThat(on(DeleteAppHandler.OPERATION, "notes").status()).isEqualTo(204);
        assertThat(on(GetAppHandler.OPERATION, "notes").status()).isEqualTo(404);
        assertThat(api.put("a", "1").code()).isEqualTo("APP_NOT_FOUND");
        assertThatJson(api.send(ListAppsHandler.OPERATION, call(ListAppsHandler.OPERATION))
                        .body())
                .isEqualTo("{items:[],next:null}");
        assertThat(api.createApp(NOTES).status()).isEqualTo(201);
    }

    @Test
    void quotaReport_tellsWhatIsLeft() {
        api.createApp(NOTES);
        api.put("a", "\"12345\"");

        assertThat(api.send(GetQuotaHandler.OPERATION, notes(GetQuotaHandler.OPERATION, "ann"))
                        .body())
                .isEqualTo(
                        "{\"limitBytes\":1000,\"usedBytes\":8,\"remainingBytes\":992,\"reservedBytes\":0,\"items\":1,"
                                + "\"json\":{\"bytes\":8,\"items\":1},\"blob\":{\"bytes\":0,\"items\":0}}");
        setQuota("notes", "{\"quotaBytes\":7}");
        assertThatJson(api.send(GetQuotaHandler.OPERATION, notes(GetQuotaHandler.OPERATION, "ann"))
                        .body())
                .node("remainingBytes")
                .isEqualTo(0);
        on(RemoveQuotaHandler.OPERATION, "notes");
        assertThatJson(api.send(GetQuotaHandler.OPERATION, notes(GetQuotaHandler.OPERATION, "bob"))
                        .body())
                .isEqualTo("{limitBytes:null,usedBytes:0,remainingBytes:null,reservedBytes:0,items:0,"
                        + "json:{bytes:0,items:0},blob:{bytes:0,items:0}}");
    }

    @Test
    void recount_withoutDrift_saysSo() {
        api.createApp(NOTES);
        api.put("a", "1");

        assertThat(api.send(RecountHandler.OPERATION, notes(RecountHandler.OPERATION, "ann"))
                        .body())
                .isEqualTo("{\"stored\":2,\"actual\":2,\"drift\":0,\"repaired\":false,"
                        + "\"json\":{\"stored\":{\"bytes\":2,\"items\":1},\"actual\":{\"bytes\":2,\"items\":1}},"
                        + "\"blob\":{\"stored\":{\"bytes\":0,\"items\":0},\"actual\":{\"bytes\":0,\"items\":0}},"
                        + "\"reserved\":{\"stored\":{\"bytes\":0,\"items\":0},\"actual\":{\"bytes\":0,\"items\":0}}}");
    }
}
