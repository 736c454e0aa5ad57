package dev.backplane.layers.api;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.events.PointersFixture;
import dev.backplane.layers.parameters.ParameterCloud.Answer;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VerifyLayersHandlerTest {

    private static final String REGION = "us-east-1";
    private static final String ROOT = "/backplane/layers/";
    private static final String LATEST = ROOT + "requests/latest";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private PointersFixture pointers;

    @BeforeEach
    void open() {
        pointers = new PointersFixture(DYNAMO);
    }

    private Map<String, String> parameters() {
        return pointers.cloud.parameters(REGION);
    }

    /** Registers versions of a package, and writes the parameters that they require. */
    private void given(String name, int... numbers) {
        for (int number : numbers) {
            pointers.register(REGION, name, number, "1." + number);
        }
        parameters().putAll(pointers.required(REGION));
    }

    private GatewayResponse call(String body, String query) {
        return HttpCall.of(VerifyLayersHandler.OPERATION)
                .body(body)
                .query(query)
                .send(new VerifyLayersHandler(pointers.platform.platform()));
    }

    /** Verifies everything, and returns the kind and subject of each finding. */
    private List<String> verify(boolean repair) {
        List<String> found = new ArrayList<>();
        String query = "";
        do {
            GatewayResponse answer = call("{\"repair\":" + repair + "}", query);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            Obj json = (Obj) json(answer.body());
            if (json.members().get("findings") instanceof Arr(List<JsonValue> findings)) {
                findings.forEach(finding -> found.add(text(finding, "kind") + " " + text(finding, "subject")));
            }
            query = json.members().get("next") instanceof Text(String next) ? "cursor=" + next : "";
        } while (!query.isEmpty());
        return found;
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(JsonValue object, String name) {
        return object instanceof Obj(var members) && members.get(name) instanceof Text(String value) ? value : "";
    }

    @Test
    void verify_whenEverythingAgrees_findsNothing() {
        given("requests", 1, 2);
        given("torch", 1);

        GatewayResponse answer = call("{}", "");

        assertThat(answer.body())
                .isEqualTo("{\"consistent\":true,\"findings\":[],\"repaired\":0,\"checked\":9,\"next\":null}");
    }

    @Test
    void verify_ofAMissingParameter_findsAndRepairsIt() {
        given("requests", 1, 2);
        parameters().remove(LATEST);
        parameters().remove(ROOT + "requests/v/1.1");

        assertThat(verify(false))
                .containsExactlyInAnyOrder(
                        "PARAMETER_MISSING " + LATEST, "PARAMETER_MISSING " + ROOT + "requests/v/1.1");
        assertThat(parameters()).hasSize(1);
        assertThat(verify(true)).hasSize(2);
        assertThat(parameters()).isEqualTo(pointers.required(REGION));
        assertThat(verify(false)).isEmpty();
    }

    @Test
    void verify_ofAStaleParameter_findsAndRepairsIt() {
        given("requests", 1, 2);
        parameters().put(LATEST, arn(REGION, "requests", 1).value());
        parameters().put(ROOT + "requests/v/1.1", "no ARN");

        GatewayResponse answer = call("{\"repair\":true}", "");

        assertThat(answer.body())
                .contains(
                        "\"consistent\":false",
                        "\"repaired\":2",
                        ("{\"kind\":\"PARAMETER_STALE\",\"region\":\"us-east-1\",\"subject\":\"%s\",\"expected\":\"%s\","
                                        + "\"found\":\"%s\",\"message\":\"")
                                .formatted(LATEST, arn(REGION, "requests", 2), arn(REGION, "requests", 1)));
        assertThat(parameters()).isEqualTo(pointers.required(REGION));
        assertThat(verify(false)).isEmpty();
    }

    @Test
    void verify_ofAParameterWithoutALayer_findsAndDeletesIt() {
        given("requests", 1);
        parameters().put(ROOT + "requests/v/9.9", arn(REGION, "requests", 1).value());
        parameters().put(ROOT + "gone/latest", arn(REGION, "gone", 1).value());

        assertThat(verify(true))
                .containsExactlyInAnyOrder(
                        "PARAMETER_ORPHANED " + ROOT + "requests/v/9.9", "PARAMETER_ORPHANED " + ROOT + "gone/latest");
        assertThat(parameters()).isEqualTo(pointers.required(REGION));
    }

    @Test
    void verify_ofAParameterThatIsNotOfTheRegistry_reportsAndKeepsIt() {
        parameters().put(ROOT + "notes", "mine");

        assertThat(verify(true)).containsExactly("PARAMETER_UNKNOWN " + ROOT + "notes");
        assertThat(parameters()).containsKey(ROOT + "notes");
    }

    @Test
    void verify_ofARowWithoutALayer_reportsIt() {
        given("requests", 1, 2);
        String missing = arn(REGION, "requests", 1).value();
        pointers.cloud.layers(REGION).remove(missing);

        assertThat(verify(true)).containsExactly("LAYER_MISSING " + missing);
        assertThat(pointers.stores.version(REGION, "requests", 1).arn().value()).isEqualTo(missing);
    }

    @Test
    void verify_ofLayersWithoutARow_reportsAndKeepsThem() {
        given("requests", 1);
        List<String> unknown = List.of(
                arn(REGION, "a", 1).value(),
                arn(REGION, "b", 1).value(),
                arn(REGION, "requests", 7).value(),
                arn(REGION, "z", 3).value());
        pointers.cloud.layers(REGION).addAll(unknown);

        assertThat(verify(true))
                .containsExactlyElementsOf(
                        unknown.stream().map(arn -> "LAYER_UNREGISTERED " + arn).toList());
        assertThat(pointers.cloud.layers(REGION)).containsAll(unknown);
    }

    @Test
    void verify_ofALayerWhoseTombstoneExists_reportsIt() {
        given("requests", 1, 2);
        pointers.stores.writeTombstone(REGION, "requests", 1);

        assertThat(verify(false))
                .containsExactlyInAnyOrder(
                        "LAYER_UNREGISTERED " + arn(REGION, "requests", 1),
                        "PARAMETER_ORPHANED " + ROOT + "requests/v/1.1");
    }

    @Test
    void verify_ofAPointerThatNamesAMissingVersion_reportsIt() {
        given("requests", 1, 2);
        pointers.stores.removeByHand(REGION, "requests", 2);

        assertThat(verify(false)).contains("POINTER_MISMATCH requests");
    }

    @Test
    void verify_withManyPackages_continuesAtTheCursor() {
        for (int i = 10; i < 35; i++) {
            given("pkg-" + i, 1);
        }
        parameters().remove(ROOT + "pkg-12/latest");
        parameters().remove(ROOT + "pkg-34/latest");

        assertThat(verify(false))
                .containsExactlyInAnyOrder(
                        "PARAMETER_MISSING " + ROOT + "pkg-12/latest", "PARAMETER_MISSING " + ROOT + "pkg-34/latest");
    }

    @Test
    void verify_looksAtTheRegionsAndNamesOfTheStage() {
        pointers.register("eu-west-1", "team-a", 1, "1.0");
        pointers.register("us-east-1", "team-b", 1, "1.0");
        pointers.cloud.layers("eu-west-1").add(arn("eu-west-1", "other", 1).value());
        GatewayResponse answer = HttpCall.of(VerifyLayersHandler.OPERATION)
                .body("{}")
                .send(new VerifyLayersHandler(pointers.platform
                        .with(LayerLimits.LAYER_REGIONS, "eu-west-1,eu-central-1")
                        .with(LayerLimits.LAYER_NAME_PREFIX, "team-")
                        .platform()));

        assertThat(answer.body()).contains(ROOT + "team-a/latest").doesNotContain("team-b", "other");
        assertThat(pointers.cloud.calls()).noneMatch(call -> call.startsWith("us-east-1"));
    }

    @Test
    void verify_whenARegionRefuses_reportsItAndGoesOn() {
        given("requests", 1);
        pointers.cloud.fail(call -> call.endsWith("Lambda") ? Answer.NONE : new Answer(400, "AccessDeniedException"));
        pointers.cloud.layers(REGION).add(arn(REGION, "zzz", 1).value());

        assertThat(verify(true))
                .containsExactly(
                        "REGION_UNREADABLE ssm",
                        "LAYER_UNREGISTERED " + arn(REGION, "zzz", 1),
                        "REGION_UNREADABLE ssm");
    }

    @Test
    void verify_whenSsmIsOverloaded_is503() {
        given("requests", 1);
        pointers.cloud.fail(call -> call.endsWith("Lambda") ? Answer.NONE : new Answer(400, "ThrottlingException"));

        GatewayResponse answer = call("{}", "");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"THROTTLED\"");
    }

    @Test
    void verify_withACursorOfAnotherList_is400() {
        assertThat(call("{}", "cursor=abc").body()).contains("INVALID_CURSOR");
    }
}
