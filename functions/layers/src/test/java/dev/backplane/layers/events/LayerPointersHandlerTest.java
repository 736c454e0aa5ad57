package dev.backplane.layers.events;

import static dev.backplane.layers.events.PointersFixture.inserted;
import static dev.backplane.layers.events.PointersFixture.pointer;
import static dev.backplane.layers.events.PointersFixture.removed;
import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Layer;
import dev.backplane.layers.parameters.ParameterCloud.Answer;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerPointersHandlerTest {

    private static final String REGION = "us-east-1";
    private static final String NONE = "{\"batchItemFailures\":[]}";
    private static final String FIRST = "{\"batchItemFailures\":[{\"itemIdentifier\":\"1\"}]}";
    private static final String LATEST = "/backplane/layers/requests/latest";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private PointersFixture pointers;

    @BeforeEach
    void open() {
        pointers = new PointersFixture(DYNAMO);
    }

    private Layer register(int number, String packageVersion) {
        return pointers.register(REGION, "requests", number, packageVersion);
    }

    private Map<String, String> parameters() {
        return pointers.cloud.parameters(REGION);
    }

    private static String value(int number) {
        return arn(REGION, "requests", number).value();
    }

    @Test
    void registration_writesBothParameters() {
        Layer layer = register(1, "2.32.3+local");

        assertThat(pointers.deliver(pointer(REGION, "requests"), inserted(layer)))
                .isEqualTo(NONE);

        assertThat(parameters())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(LATEST, value(1), "/backplane/layers/requests/v/2.32.3_local", value(1)));
    }

    @Test
    void parameters_areInTheRegionOfTheLayer() {
        Layer layer = pointers.register("ap-southeast-2", "requests", 1, "1.0");

        pointers.deliver(pointer("ap-southeast-2", "requests"), inserted(layer));

        assertThat(parameters()).isEmpty();
        assertThat(pointers.cloud.parameters("ap-southeast-2"))
                .containsEntry(LATEST, arn("ap-southeast-2", "requests", 1).value())
                .hasSize(2);
    }

    @Test
    void repeatedAndLateDeliveries_neverBringBackAnOlderState() {
        Layer first = register(1, "1.0");
        Layer second = register(2, "1.0");
        List<String> late = List.of(pointer(REGION, "requests"), inserted(first));
        pointers.deliver(pointer(REGION, "requests"), inserted(second));

        pointers.deliver(late);
        pointers.deliver(late);

        assertThat(parameters())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(LATEST, value(2), "/backplane/layers/requests/v/1.0", value(2)));
        assertThat(pointers.cloud.calls())
                .filteredOn(call -> call.endsWith("PutParameter"))
                .hasSize(2);
    }

    @Test
    void promotion_movesTheParameterBack() {
        Layer first = register(1, "1.0");
        Layer second = register(2, "2.0");
        pointers.deliver(pointer(REGION, "requests"), inserted(first), inserted(second));

        pointers.delete(second, true);
        pointers.deliver(pointer(REGION, "requests"), removed(second));

        assertThat(parameters())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(LATEST, value(1), "/backplane/layers/requests/v/1.0", value(1)));
    }

    @Test
    void removalOfTheVersionThatAParameterNames_leavesTheNewestOther() {
        Layer first = register(1, "1.0");
        Layer second = register(2, "1.0");
        register(3, "3.0");
        pointers.deliver(inserted(first), inserted(second));

        pointers.delete(second, false);
        pointers.deliver(removed(second));

        assertThat(parameters()).containsEntry("/backplane/layers/requests/v/1.0", value(1));
    }

    @Test
    void removalOfTheOnlyVersion_deletesItsParameters() {
        Layer only = register(1, "1.0");
        pointers.deliver(pointer(REGION, "requests"), inserted(only));

        pointers.stores.writeTombstone(REGION, "requests", 1);
        pointers.deliver(pointer(REGION, "requests"), removed(only));
        pointers.deliver(pointer(REGION, "requests"), removed(only));

        assertThat(parameters()).isEmpty();
    }

    @Test
    void changeBetweenReadAndWrite_isWrittenToo() {
        Layer first = register(1, "1.0");
        AtomicInteger writes = new AtomicInteger();
        pointers.cloud.beforeWrite(() -> {
            if (writes.incrementAndGet() == 1) {
                register(2, "1.0");
            }
        });

        pointers.deliver(pointer(REGION, "requests"), inserted(first));

        assertThat(parameters()).isEqualTo(pointers.required(REGION));
        assertThat(parameters()).containsEntry(LATEST, value(2));
    }

    @Test
    void changesThatConcernNoParameter_callNobody() {
        Layer layer = register(1, "1.0");
        String image =
                "{\"pckgVrsn\":{\"S\":\"1.0\"},\"arn\":{\"S\":\"" + layer.arn() + "\"},\"dplySts\":{\"S\":\"%s\"}}";

        assertThat(pointers.deliver(
                        StreamBatches.version(1, "MODIFY", image.formatted("latest"), image.formatted("deprecated")),
                        StreamBatches.version(2, "INSERT", "", StreamBatches.item("dltdDt", "x", "arn", "y")),
                        StreamBatches.record(3, "INSERT", StreamBatches.keys("bld#v1", "pckg#requests"), "", "{}", "")))
                .isEqualTo(NONE);

        assertThat(pointers.cloud.calls()).isEmpty();
    }

    @Test
    void manyRecordsOfOneLayer_areWrittenOnce() {
        Layer first = register(1, "1.0");
        Layer second = register(2, "1.0");

        pointers.deliver(
                pointer(REGION, "requests"),
                inserted(first),
                pointer(REGION, "requests"),
                inserted(second),
                pointer(REGION, "requests"));

        assertThat(pointers.cloud.calls())
                .containsExactly("us-east-1 GetParameters", "us-east-1 PutParameter", "us-east-1 PutParameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 ThrottlingException", "400 TooManyUpdates", "500 InternalServerError"})
    void overloadedSsm_isRetriedByTheStream(String fault) {
        register(1, "1.0");
        Answer overloaded = new Answer(Integer.parseInt(fault.substring(0, 3)), fault.substring(4));
        pointers.cloud.fail(call -> call.endsWith("PutParameter") ? overloaded : Answer.NONE);

        assertThat(pointers.deliver(pointer(REGION, "requests"))).isEqualTo(FIRST);
        assertThat(parameters()).isEmpty();

        pointers.cloud.fail(_ -> Answer.NONE);
        assertThat(pointers.deliver(pointer(REGION, "requests"))).isEqualTo(NONE);
        assertThat(parameters()).containsEntry(LATEST, value(1));
    }

    @Test
    void overloadInOneRegion_doesNotHoldUpTheOthers() {
        Layer layer = register(1, "1.0");
        pointers.register("eu-west-1", "requests", 1, "1.0");
        pointers.cloud.fail(
                call -> call.startsWith("us-east-1") ? new Answer(400, "ThrottlingException") : Answer.NONE);

        assertThat(pointers.deliver(pointer(REGION, "requests"), inserted(layer), pointer("eu-west-1", "requests")))
                .isEqualTo(FIRST);

        assertThat(pointers.cloud.parameters("eu-west-1")).containsKey(LATEST);
    }

    @Test
    void refusal_isLoggedAndDoesNotHoldUpTheStream() {
        register(1, "1.0");
        pointers.cloud.fail(_ -> new Answer(400, "AccessDeniedException"));

        assertThat(pointers.deliver(pointer(REGION, "requests"))).isEqualTo(NONE);

        assertThat(pointers.platform.lines().getLast())
                .contains("\"outcome\":\"FAULT\"", "AccessDeniedException", "runbooks/layers.md");
    }

    @Test
    void regionThatDoesNotRespond_isRetriedForAWhile() {
        register(1, "1.0");
        pointers.cloud.fail(_ -> Answer.NO_RESPONSE);
        Instant change = Instant.ofEpochSecond(1_700_000_000);
        pointers.platform.clock().set(change.plus(LayerPointersHandler.PATIENCE));
        assertThat(pointers.deliver(pointer(REGION, "requests"))).isEqualTo(FIRST);

        pointers.platform.clock().set(change.plus(LayerPointersHandler.PATIENCE).plus(Duration.ofSeconds(1)));

        assertThat(pointers.deliver(pointer(REGION, "requests"))).isEqualTo(NONE);
        assertThat(pointers.platform.lines().getLast()).contains("\"outcome\":\"FAULT\"");
    }

    @Test
    void damagedRecord_isLoggedAndSkipped() {
        register(1, "1.0");

        assertThat(pointers.deliver(
                        StreamBatches.record(1, "INSERT", StreamBatches.keys("lyr#x", "lyrVrsn0#"), "", "", ""),
                        pointer(REGION, "requests")))
                .isEqualTo(NONE);

        assertThat(parameters()).containsKey(LATEST);
        assertThat(pointers.platform.lines().getLast()).contains("\"outcome\":\"FAULT\"");
    }

    @Test
    void aDamagedVersion_keepsItsParameter_andDoesNotDelayTheOthers() {
        Layer first = register(1, "1.0");
        pointers.deliver(pointer(REGION, "requests"), inserted(first));
        pointers.stores.put(pointers.stores.withoutArn(REGION, "requests", 1));
        Layer second = register(2, "2.0");

        assertThat(pointers.deliver(removed(first), inserted(second), pointer(REGION, "requests")))
                .isEqualTo(NONE);

        assertThat(parameters())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        LATEST,
                        value(2),
                        "/backplane/layers/requests/v/1.0",
                        value(1),
                        "/backplane/layers/requests/v/2.0",
                        value(2)));
    }
}
