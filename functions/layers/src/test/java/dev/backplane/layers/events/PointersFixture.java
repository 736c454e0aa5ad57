package dev.backplane.layers.events;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static dev.backplane.testing.Threads.untilServed;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.parameters.ParameterCloud;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The function that writes parameters, on the table of one test, with a network under the test's control. */
public final class PointersFixture {

    private static final int TIMEOUT_MILLIS = 300_000;

    public final StoreFixture stores;
    public final ParameterCloud cloud;
    public final TestPlatform platform;
    private final LayerPointersHandler handler;

    public PointersFixture(DynamoLocal local) {
        stores = new StoreFixture(local);
        cloud = new ParameterCloud(local);
        platform = cloud.platform();
        handler = new LayerPointersHandler(platform.platform());
    }

    /** Passes records to the function, and returns what it answers. */
    String deliver(List<String> records) {
        return Invoke.with(handler, StreamBatches.of(records), Invoke.contextWith(TIMEOUT_MILLIS));
    }

    String deliver(String... records) {
        return deliver(List.of(records));
    }

    /** Registers a version, whose layer exists in Lambda. */
    public Layer register(String region, String name, int number, String packageVersion) {
        LayerArn arn = arn(region, name, number);
        cloud.layers(region).add(arn.value());
        NewLayer request = new NewLayer(
                id(region, name), arn, PackageVersion.parse(packageVersion), Optional.empty(), Compatibility.ANY);
        return StoreFixture.registered(untilServed(() -> stores.layers.insertLayer(request, CAUSE)));
    }

    /** Returns the record of the pointer of a package. */
    static String pointer(String region, String name) {
        return StreamBatches.record(
                1, "MODIFY", StreamBatches.keys("lyr#" + region + "." + name, "lyrVrsn0#"), "", "", "");
    }

    /** Returns the record of a new version. */
    static String inserted(Layer layer) {
        return StreamBatches.record(2, "INSERT", keys(layer), "", image(layer), "");
    }

    /** Returns the record of a removed version. */
    static String removed(Layer layer) {
        return StreamBatches.record(3, "REMOVE", keys(layer), image(layer), "", "");
    }

    private static String keys(Layer layer) {
        return StreamBatches.keys(
                "lyr#" + layer.id().region() + "." + layer.id().name(), "lyrVrsn#v" + layer.version());
    }

    private static String image(Layer layer) {
        return "{\"pckgVrsn\":{\"S\":\"" + layer.packageVersion() + "\"},\"arn\":{\"S\":\"" + layer.arn()
                + "\"},\"dplySts\":{\"S\":\"latest\"}}";
    }

    void delete(Layer layer, boolean promotePrevious) {
        untilServed(() -> stores.layers.deleteLayer(
                key(layer.id().region().value(), layer.id().name().value(), layer.version()), promotePrevious, CAUSE));
    }

    /** Returns the parameters that the rows of the table require in a region, by name. */
    public Map<String, String> required(String region) {
        Map<String, Long> newest = new TreeMap<>();
        Map<String, String> values = new TreeMap<>();
        for (Item row : stores.rows()) {
            if (row.findText("rgn").filter(region::equals).isEmpty()) {
                continue;
            }
            LayerId id = id(region, row.text("pckg"));
            if (row.text("sk").equals("lyrVrsn0#") && row.findText("arn").isPresent()) {
                values.put("/backplane/layers/" + LayerParameter.latest(id).path(), row.text("arn"));
            }
            boolean isLive = row.findText("dplySts").map(DeployStatus::parse).isPresent();
            if (isLive) {
                String name = "/backplane/layers/"
                        + LayerParameter.of(id, PackageVersion.parse(row.text("pckgVrsn")))
                                .path();
                if (newest.merge(name, row.number("lyrVrsn"), Math::max).equals(row.number("lyrVrsn"))) {
                    values.put(name, row.text("arn"));
                }
            }
        }
        return values;
    }
}
