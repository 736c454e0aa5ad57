package dev.backplane.bench.growth;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Versions of one package in one region, of which all but the latest are deleted and kept on record. */
final class LayerVersions implements Subject {

    private static final LayerId ID = new LayerId(new RegionName("us-east-1"), new PackageName("yaml"));
    private static final String PARTITION = "lyr#us-east-1.yaml";
    private static final String DATE = "2026-01-05T00:00:00.000Z";
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return LayerStore.TABLE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return described("lyrVrsn#v" + version(number), version(number))
                .text("dltdDt", DATE)
                .build()
                .attributes();
    }

    /** The pointer. */
    @Override
    public List<Map<String, AttributeValue>> beside(int size) {
        return List.of(
                described("lyrVrsn0#", size).number("maxVrsn", size).build().attributes());
    }

    private static Item.Builder described(String sort, int version) {
        return Item.builder()
                .text("pk", PARTITION)
                .text("sk", sort)
                .text("pckg", "yaml")
                .text("rgn", "us-east-1")
                .number("lyrVrsn", version)
                .text("pckgVrsn", "6.0." + version)
                .text("arn", "arn:aws:lambda:us-east-1:000000000000:layer:yaml:" + version)
                .text("crtdDt", DATE);
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        LayerStore layers = new Stores(shop.platform(Map.of(LayersSettings.LAYER_TABLE, table))).layers();
        DynamoDbClient client = shop.client();
        return List.of(
                new Lookup(
                        "latest version of a layer",
                        _ -> Check.there(layers.getLatestInRegion(ID)),
                        _ -> client.getItem(get -> get.tableName(table)
                                .key(attributes("lyrVrsn0#"))
                                .consistentRead(true))),
                new Lookup(
                        "25 versions of a layer",
                        number -> Check.full(
                                PAGE,
                                layers.listVersions(ID, true, PAGE, Optional.of(version(number) + (long) PAGE))
                                        .orElseThrow()
                                        .items()),
                        number -> client.batchGetItem(get -> get.requestItems(Map.of(
                                table,
                                KeysAndAttributes.builder()
                                        .keys(IntStream.range(version(number), version(number) + PAGE)
                                                .mapToObj(version -> attributes("lyrVrsn#v" + version))
                                                .toList())
                                        .consistentRead(true)
                                        .build())))));
    }

    private static Map<String, AttributeValue> attributes(String sort) {
        return Map.of("pk", Values.text(PARTITION), "sk", Values.text(sort));
    }

    private static int version(int number) {
        return number + 1;
    }
}
