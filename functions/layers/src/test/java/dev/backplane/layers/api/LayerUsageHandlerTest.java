package dev.backplane.layers.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Inventory.Run;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerUsageHandlerTest {

    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final RegionName OREGON = new RegionName(REGION);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private ApiFixture api;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        api = new ApiFixture(DYNAMO);
        stores.registerUpTo(REGION, NAME, 2);
    }

    private void inventory(int versions) {
        Run run = stores.usage.start(OREGON);
        for (int i = 1; i <= versions; i++) {
            stores.usage.put(
                    StoreFixture.arn(REGION, NAME, 1),
                    new FunctionUse(
                            "arn:aws:lambda:us-west-2:000000000000:function:report",
                            String.valueOf(i),
                            List.of("live")),
                    run);
        }
        stores.usage.finish(OREGON, run);
    }

    @Test
    void itListsTheFunctions_withTheTimeOfTheInventory() {
        inventory(1);

        GatewayResponse answer = api.usage(REGION, NAME, "1", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"items": [{
                   "functionName": "report",
                   "functionArn": "arn:aws:lambda:us-west-2:000000000000:function:report",
                   "version": "1",
                   "aliases": ["live"]}],
                 "next": null,
                 "inventoriedAt": "2026-01-05T00:00:00.000Z"}""");
        assertThatJson(api.usage(REGION, NAME, "2", "").body()).isEqualTo("""
                {"items": [], "next": null, "inventoriedAt": "2026-01-05T00:00:00.000Z"}""");
    }

    @Test
    void withoutAnInventory_itSaysSo() {
        stores.usage.start(OREGON);

        assertThatJson(api.usage(REGION, NAME, "1", "").body())
                .isEqualTo("{\"items\": [], \"next\": null, \"inventoriedAt\": null}");
    }

    @Test
    void aDamagedInventory_isNone() {
        stores.put(Item.builder()
                .text("pk", "useInv#us-west-2")
                .text("sk", "useInv0#")
                .text("strtDt", "x")
                .text("invDt", "x")
                .build());

        assertThatJson(api.usage(REGION, NAME, "1", "").body())
                .isEqualTo("{\"items\": [], \"next\": null, \"inventoriedAt\": null}");
    }

    @Test
    void thePagesOfOneVersion_areOfThatVersionOnly() {
        inventory(3);
        GatewayResponse first = api.usage(REGION, NAME, "1", "limit=2");
        assertThatJson(first.body()).inPath("items").isArray().hasSize(2);
        String cursor = first.text("next");

        assertThatJson(api.usage(REGION, NAME, "1", "limit=2&cursor=" + cursor).body())
                .inPath("items")
                .isArray()
                .hasSize(1);
        assertThat(api.usage(REGION, NAME, "2", "cursor=" + cursor).code()).isEqualTo("INVALID_CURSOR");
    }

    @Test
    void aDeletedVersion_stillHasItsFunctions() {
        inventory(1);
        stores.writeTombstone(REGION, NAME, 1);

        assertThatJson(api.usage(REGION, NAME, "1", "").body())
                .inPath("items")
                .isArray()
                .hasSize(1);
    }

    @Test
    void anUnknownVersion_isNotFound() {
        assertThat(api.usage(REGION, NAME, "3", "").code()).isEqualTo("LAYER_NOT_FOUND");
        assertThat(api.usage(REGION, NAME, "x", "").status()).isEqualTo(400);
    }

    @Test
    void whenTheStageTurnedItOff_itIsRefused() {
        GatewayResponse answer = ApiFixture.at(GetLayerUsageHandler.OPERATION, REGION, NAME)
                .path("version", "1")
                .send(new GetLayerUsageHandler(
                        api.test.with(LayersSettings.LAYER_USAGE, "off").platform()));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("USAGE_OFF");
    }
}
