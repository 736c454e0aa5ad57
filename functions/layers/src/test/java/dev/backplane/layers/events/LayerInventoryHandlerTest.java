package dev.backplane.layers.events;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Inventory;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerInventoryHandlerTest {

    private static final RegionName REGION = new RegionName("us-west-2");
    private static final LayerArn LAYER = arn("us-west-2", "requests", 1);
    private static final String FUNCTION = "arn:aws:lambda:us-west-2:000000000000:function:";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private TestPlatform platform;
    private StoreFixture stores;
    private FakeFunctions lambda;

    @BeforeEach
    void open() {
        DeleterFixture fixture = new DeleterFixture(DYNAMO);
        platform = fixture.platform
                .with(LayersSettings.ACCOUNT_ID, "000000000000")
                .with(LayerLimits.LAYER_REGIONS, REGION.value());
        stores = fixture.stores;
        lambda = fixture.aws.functions();
    }

    private void run() {
        Invoke.with(new LayerInventoryHandler(platform.platform()), "{}", Invoke.contextWith(900_000));
    }

    private List<FunctionUse> uses() {
        return stores.usage
                .inventory(REGION)
                .finished()
                .map(time ->
                        stores.usage.list(LAYER, time, 100, Optional.empty()).items())
                .orElse(List.of());
    }

    @Test
    void itRecordsTheVersionsThatUseALayer_withTheirAliases() {
        lambda.version("report", "$LATEST", LAYER.value())
                .version("report", "1", LAYER.value())
                .version("report", "2", LAYER.value())
                .version("report", "3")
                .alias("report", "live", "1", "2")
                .alias("report", "old", "1");

        run();

        assertThat(uses())
                .containsExactly(
                        new FunctionUse(FUNCTION + "report", "$LATEST", List.of()),
                        new FunctionUse(FUNCTION + "report", "1", List.of("live", "old")),
                        new FunctionUse(FUNCTION + "report", "2", List.of("live")));
        assertThat(stores.usage.inventory(REGION))
                .isEqualTo(new Inventory(Optional.of(TestClock.START), Optional.empty()));
    }

    @Test
    void itLeavesOutLayersThatTheStageDoesNotRegister() {
        platform = platform.with(LayerLimits.LAYER_NAME_PREFIX, "team-");
        lambda.version("report", "$LATEST", LAYER.value(), "arn:aws:lambda:us-west-2:111111111111:layer:team-x:1");

        run();

        assertThat(stores.rows()).hasSize(1);
    }

    @Test
    void whatTheNextRunDoesNotFind_isNoLongerListed() {
        lambda.version("a", "$LATEST", LAYER.value()).version("b", "$LATEST", LAYER.value());
        run();
        lambda.clear();
        lambda.version("b", "$LATEST", LAYER.value());
        platform.clock().advance(Duration.ofDays(1));
        stores.clock.advance(Duration.ofDays(1));

        run();

        assertThat(uses()).extracting(FunctionUse::functionName).containsExactly("b");
        assertThat(stores.row("use#" + LAYER, "fn#a:$LATEST"))
                .containsEntry(
                        "exDt", "N " + TestClock.START.plus(Duration.ofDays(7)).getEpochSecond());
    }

    @Test
    void aRunThatFails_isContinuedWhereItStopped() {
        lambda.pageSize(1).version("a", "$LATEST", LAYER.value()).version("b", "$LATEST", LAYER.value());
        lambda.whenAsked(call -> lambda.answer(call.endsWith("functions 1") ? 403 : 200, "AccessDeniedException"));
        run();
        assertThat(uses()).isEmpty();
        assertThat(stores.usage.inventory(REGION).run().flatMap(Inventory.Run::marker))
                .contains("1");

        lambda.whenAsked(_ -> lambda.answer(200, ""));
        platform.clock().advance(Duration.ofDays(1));
        run();

        assertThat(uses()).hasSize(2);
        assertThat(lambda.calls())
                .containsExactly(
                        "us-west-2 functions",
                        "us-west-2 aliases of a",
                        "us-west-2 functions 1",
                        "us-west-2 functions 1",
                        "us-west-2 aliases of b");
        assertThat(stores.usage.inventory(REGION).finished()).contains(TestClock.START);
    }

    @Test
    void aRunWithoutTime_isContinuedByTheNextInvocation() {
        lambda.version("a", "$LATEST", LAYER.value());
        Invoke.with(new LayerInventoryHandler(platform.platform()), "{}", Invoke.contextWith(9_000));
        assertThat(lambda.calls()).isEmpty();

        run();

        assertThat(uses()).hasSize(1);
    }

    @Test
    void aMarkerThatLambdaDoesNotAccept_startsTheRunAgain() {
        stores.usage.advance(REGION, stores.usage.start(REGION), "7");
        lambda.version("a", "$LATEST", LAYER.value());
        lambda.whenAsked(
                call -> lambda.answer(call.endsWith("functions 7") ? 400 : 200, "InvalidParameterValueException"));

        run();
        assertThat(uses()).isEmpty();
        run();

        assertThat(uses()).hasSize(1);
    }

    @Test
    void aRegionThatFails_doesNotStopTheOthers() {
        platform = platform.with(LayerLimits.LAYER_REGIONS, "eu-west-1,us-west-2");
        lambda.version("a", "$LATEST", LAYER.value());
        lambda.whenAsked(call -> lambda.answer(call.startsWith("eu-west-1") ? 403 : 200, "AccessDeniedException"));

        run();

        assertThat(uses()).hasSize(1);
        assertThat(stores.usage.inventory(new RegionName("eu-west-1")).finished())
                .isEmpty();
        assertThat(platform.lines()).singleElement().asString().contains("\"unfinishedRegions\":1");
    }

    @Test
    void aDamagedInventory_isReplaced() {
        lambda.version("report", "$LATEST", LAYER.value());
        stores.put(Item.builder()
                .text("pk", "useInv#us-west-2")
                .text("sk", "useInv0#")
                .text("strtDt", "x")
                .text("invDt", "x")
                .number("mrkr", 7)
                .build());

        run();

        assertThat(uses()).containsExactly(new FunctionUse(FUNCTION + "report", "$LATEST", List.of()));
    }
}
