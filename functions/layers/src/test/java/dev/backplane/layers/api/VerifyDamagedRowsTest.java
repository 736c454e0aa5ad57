package dev.backplane.layers.api;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.events.PointersFixture;
import dev.backplane.layers.store.LayerStore;
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
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that were changed by hand: verify reports them, goes on, and repairs nothing because of them. */
class VerifyDamagedRowsTest {

    private static final String REGION = "us-east-1";
    private static final String PARTITION = "lyr#us-east-1.requests";
    private static final String ROOT = "/backplane/layers/";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private PointersFixture pointers;
    private Map<String, String> correct;

    /** Registers two packages. A parameter of the second is missing, which verify finds only if it goes on. */
    @BeforeEach
    void open() {
        pointers = new PointersFixture(DYNAMO);
        pointers.register(REGION, "requests", 1, "1.1");
        pointers.register(REGION, "requests", 2, "1.2");
        pointers.register(REGION, "torch", 1, "2.0");
        correct = pointers.required(REGION);
        parameters().putAll(correct);
        parameters().remove(ROOT + "torch/latest");
    }

    private Map<String, String> parameters() {
        return pointers.cloud.parameters(REGION);
    }

    /** Replaces an attribute of a row; empty removes it. */
    private static void damage(String partition, String sort, String attribute, String value) {
        AttributeValue written = value.matches("[0-9]+") ? AttributeValue.fromN(value) : AttributeValue.fromS(value);
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(LayerStore.TABLE))
                        .key(Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort)))
                        .updateExpression(value.isEmpty() ? "REMOVE #name" : "SET #name = :value")
                        .conditionExpression("attribute_exists(pk)")
                        .expressionAttributeNames(Map.of("#name", attribute))
                        .expressionAttributeValues(value.isEmpty() ? null : Map.of(":value", written)));
    }

    /** Repairs everything, and returns the kind and subject of each finding. */
    private List<String> repair() {
        List<String> found = new ArrayList<>();
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            GatewayResponse answer = HttpCall.of(VerifyLayersHandler.OPERATION)
                    .body("{\"repair\":true}")
                    .query(cursor.get())
                    .send(new VerifyLayersHandler(pointers.platform.platform()));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            ((Arr) answer.member("findings"))
                    .elements()
                    .forEach(finding -> found.add(text(finding, "kind") + " " + text(finding, "subject")));
            cursor = answer.member("next") instanceof Text(String next)
                    ? Optional.of("cursor=" + next)
                    : Optional.empty();
        }
        return found;
    }

    private static String text(JsonValue object, String name) {
        return object instanceof Obj(var members) && members.get(name) instanceof Text(String value) ? value : "";
    }

    @ParameterizedTest
    @CsvSource({"arn,nope", "crtdDt,nope", "pckgVrsn,''", "lyrVrsn,two", "lyrVrsn,''"})
    void aPointer_isAMismatchAndKeepsItsParameter(String attribute, String value) {
        damage(PARTITION, "lyrVrsn0#", attribute, value);

        assertThat(repair())
                .containsExactlyInAnyOrder(
                        "POINTER_MISMATCH requests",
                        "ROW_UNREADABLE " + ROOT + "requests/latest",
                        "PARAMETER_MISSING " + ROOT + "torch/latest");
        assertThat(parameters()).isEqualTo(correct);
    }

    @Test
    void aMark_isReported() {
        String arn = arn(REGION, "requests", 1).value();
        damage("lyrArn#" + arn, "lyrArn0#", "lyrVrsn", "");

        assertThat(repair())
                .containsExactlyInAnyOrder("ROW_UNREADABLE " + arn, "PARAMETER_MISSING " + ROOT + "torch/latest");
        assertThat(parameters()).isEqualTo(correct);
    }

    @ParameterizedTest
    @CsvSource({"hldDt,bad", "exWrn,5", "crtdDt,nope", "arn,nope", "dplySts,paused"})
    void aVersion_keepsItsParameter(String attribute, String value) {
        damage(PARTITION, "lyrVrsn#v1", attribute, value);

        assertThat(repair())
                .containsExactlyInAnyOrder(
                        "ROW_UNREADABLE " + ROOT + "requests/v/1.1",
                        "ROW_UNREADABLE " + arn(REGION, "requests", 1),
                        "PARAMETER_MISSING " + ROOT + "torch/latest");
        assertThat(parameters()).isEqualTo(correct);
    }

    @Test
    void aVersionWithoutItsPackageVersion_keepsTheParametersThatMayNameIt() {
        damage(PARTITION, "lyrVrsn#v1", "pckgVrsn", "");

        assertThat(repair()).contains("ROW_UNREADABLE " + ROOT + "requests/v/1.1");
        assertThat(parameters()).isEqualTo(correct);
    }

    @Test
    void aSecondLatestVersion_isAMismatch() {
        damage(PARTITION, "lyrVrsn#v1", "dplySts", "latest");

        assertThat(repair())
                .containsExactlyInAnyOrder("POINTER_MISMATCH requests", "PARAMETER_MISSING " + ROOT + "torch/latest");
    }
}
