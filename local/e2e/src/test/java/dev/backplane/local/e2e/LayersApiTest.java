package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayersApiTest {

    private static final String REGION = "ap-southeast-2";

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private LayerRegistry layers;
    private String name;

    @BeforeEach
    void open() {
        api = SUITE.api();
        layers = new LayerRegistry(SUITE.server());
        name = LayerRegistry.newPackage();
    }

    private static String arn(String name, int number) {
        return "arn:aws:lambda:" + REGION + ":000000000000:layer:" + name + ":" + number;
    }

    @Test
    void register_givesTheNextNumberAndDeprecatesTheOneBefore() {
        Answer first = layers.register(REGION, name, arn(name, 7));
        assertThat(first.status()).isEqualTo(201);
        assertThatJson(first.text())
                .isObject()
                .containsEntry("package", name)
                .containsEntry("region", REGION)
                .containsEntry("arn", arn(name, 7))
                .containsEntry("deployStatus", "latest")
                .doesNotContainKey("expiresAt")
                .node("layerVersion")
                .isEqualTo(1);
        assertThat(layers.register(REGION, name, arn(name, 8)).at("layerVersion"))
                .isEqualTo("2");
        assertThat(layers.version(REGION, name, 1).at("deployStatus")).isEqualTo("deprecated");
        assertThat(api.get("/layers/latest/" + REGION + "/" + name).at("arn")).isEqualTo(arn(name, 8));
    }

    @Test
    void register_ofTheSameArn_is200AndChangesNothing() {
        Answer first = layers.register(REGION, name, arn(name, 1));
        Answer again = layers.register(REGION, name, arn(name, 1));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
    }

    @Test
    void register_ofTheSameArnWithOtherRequirements_is409() {
        layers.register(REGION, name, arn(name, 1));
        Answer answer = api.post(
                "/layers/" + REGION + "/" + name,
                "{\"arn\":\"" + arn(name, 1) + "\",\"packageVersion\":\"1.0\",\"requirementsTxt\":\"other==2\"}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ARN_MISMATCH");
    }

    @Test
    void register_ofAnArnOfAnotherPackage_is409() {
        layers.register(REGION, name, arn(name, 1));
        Answer answer = layers.register(REGION, LayerRegistry.newPackage(), arn(name, 1));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ARN_MISMATCH");
        assertThat(answer.at("package")).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"arn\":\"x\",\"packageVersion\":\"1\"}",
                "{\"arn\":\"arn:aws:lambda:us-east-1:000000000000:layer:a:1\",\"packageVersion\":\"1\"}",
                "{\"arn\":\"arn:aws:lambda:ap-southeast-2:000000000000:layer:a:1\",\"packageVersion\":1}",
                "{\"arn\":\"arn:aws:lambda:ap-southeast-2:000000000000:layer:a:1\",\"packageVersion\":\"1\",\"x\":1}"
            })
    void register_ofWhatCannotBe_is400(String body) {
        assertThat(api.post("/layers/" + REGION + "/" + name, body).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.get("/layers/" + REGION + "/" + name).code()).isEqualTo("LAYER_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/layers/nowhere/a",
                "/layers/us-east-1/a%23b",
                "/layers/us-east-1/-a",
                "/layers/us-east-1/a/0",
                "/layers/us-east-1/a/x",
                "/layers/latest/nowhere",
                "/packages/%20/latest",
                "/builds/a/-1",
                "/requirements/xyz"
            })
    void pathsThatCannotBe_are400(String path) {
        assertThat(api.get(path).code()).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/layers/latest/us-east-1/none",
                "/layers/us-east-1/none",
                "/layers/us-east-1/none/1",
                "/packages/none/latest",
                "/builds/latest/none",
                "/builds/none",
                "/builds/none/1",
                "/requirements/0000000000000000000000000000000000000000000000000000000000000000"
            })
    void whatIsNot_is404(String path) {
        assertThat(api.get(path).status()).isEqualTo(404);
    }

    @Test
    void listOfARegion_isJsonOrCsv() {
        layers.register(REGION, name, arn(name, 1));
        layers.register(REGION, name, arn(name, 2));
        assertThat(items("/layers/latest/" + REGION + "?limit=100"))
                .filteredOn(item -> item.path("package").asText().equals(name))
                .singleElement()
                .satisfies(item -> assertThat(item.path("layerVersion").asInt()).isEqualTo(2));
        assertThat(items("/layers/" + REGION + "?limit=100"))
                .filteredOn(item -> item.path("package").asText().equals(name))
                .hasSize(2);
        Answer csv = api.with("accept", "text/csv").get("/layers/latest/" + REGION + "?limit=100");
        assertThat(csv.header("content-type").orElse("")).startsWith("text/csv");
        assertThat(csv.text()).contains(arn(name, 2)).doesNotContain(arn(name, 1));
    }

    @Test
    void aPackage_isFoundInAllItsRegions() {
        layers.registered("us-east-1", name);
        layers.registered("eu-central-1", name);
        assertThat(items("/packages/" + name + "/latest"))
                .extracting(item -> item.path("region").asText())
                .containsExactlyInAnyOrder("us-east-1", "eu-central-1");
    }

    @Test
    void delete_ofTheLatest_needsAPromotion() {
        layers.registered(REGION, name);
        Answer alone = api.delete("/layers/" + REGION + "/" + name + "/1?promotePrevious=true");
        assertThat(alone.code()).isEqualTo("NO_PROMOTABLE_VERSION");
        layers.registered(REGION, name);
        assertThat(api.delete("/layers/" + REGION + "/" + name + "/2").code()).isEqualTo("LATEST_VERSION");
        assertThat(api.delete("/layers/" + REGION + "/" + name + "/2?promotePrevious=true")
                        .status())
                .isEqualTo(202);
        assertThat(api.get("/layers/latest/" + REGION + "/" + name).at("layerVersion"))
                .isEqualTo("1");
        layers.awaitDeleted(REGION, name, 2);
        assertThat(api.delete("/layers/" + REGION + "/" + name + "/2").code()).isEqualTo("ALREADY_DELETED");
        assertThat(layers.register(REGION, name, arn(name, 3)).at("layerVersion"))
                .isEqualTo("3");
        assertThat(items("/layers/" + REGION + "/" + name + "?includeDeleted=true"))
                .hasSize(3);
        assertThat(items("/layers/" + REGION + "/" + name)).hasSize(2);
    }

    @Test
    void builds_areNewOnlyWhenTheirRequirementsAre() {
        String body = "{\"packageVersion\":\"1.0\",\"requirementsTxt\":\"" + name + "==1.0\"}";
        Answer first = api.post("/builds/" + name, body);
        assertThat(first.status()).isEqualTo(201);
        assertThat(api.post("/builds/" + name, body).status()).isEqualTo(200);
        Answer forced = api.post("/builds/" + name, body.replace("}", ",\"force\":true}"));
        assertThat(forced.status()).isEqualTo(201);
        assertThat(forced.at("buildVersion")).isEqualTo("2");
        assertThat(api.get("/builds/latest/" + name).at("buildVersion")).isEqualTo("2");
        assertThat(api.get("/builds/" + name + "/1").json()).isEqualTo(first.json());
        assertThat(items("/builds/" + name)).hasSize(2);
        assertThat(items("/builds/latest?limit=100"))
                .extracting(item -> item.path("package").asText())
                .contains(name);
        assertThat(api.get("/requirements/" + first.at("requirementsHash")).at("requirementsTxt"))
                .isEqualTo(name + "==1.0");
    }

    private List<JsonNode> items(String path) {
        List<JsonNode> items = new ArrayList<>();
        String next = path;
        while (next != null) {
            Answer page = api.get(next);
            assertThat(page.status()).as(next).isEqualTo(200);
            page.json().path("items").forEach(items::add);
            JsonNode cursor = page.json().path("next");
            next = cursor.isNull() ? null : path + (path.contains("?") ? "&" : "?") + "cursor=" + cursor.asText();
        }
        return items;
    }
}
