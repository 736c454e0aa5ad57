package dev.backplane.local.e2e;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.platform.dynamo.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** The SSM parameters of a suite, and what the table requires them to be. */
final class LayerParameters {

    private static final String ROOT = "/backplane/layers/";

    private final LocalServer server;

    LayerParameters(LocalServer server) {
        this.server = server;
    }

    static String latest(String name) {
        return ROOT + name + "/latest";
    }

    static String of(String name, String packageVersion) {
        return ROOT + name + "/v/" + packageVersion;
    }

    Map<String, String> values(String region) {
        return server.cloud().parameters().values(region);
    }

    /** Waits until a parameter exists, and returns its value. */
    String await(String region, String parameter) {
        return Suite.await(() -> values(region), values -> values.containsKey(parameter))
                .getOrDefault(parameter, "");
    }

    /** Waits until a parameter has a value. */
    void await(String region, String parameter, String value) {
        Suite.await(() -> values(region), values -> value.equals(values.get(parameter)));
    }

    /** Waits until a parameter does not exist. */
    void awaitGone(String region, String parameter) {
        Suite.await(() -> values(region), values -> !values.containsKey(parameter));
    }

    /** Writes a parameter in the suite's own region, as a person would. */
    void put(String parameter, String value) {
        call(
                "PutParameter",
                name(parameter).put("Value", value).put("Type", "String").put("Overwrite", true));
    }

    /** Deletes a parameter in the suite's own region, as a person would. */
    void delete(String parameter) {
        call("DeleteParameter", name(parameter));
    }

    private static ObjectNode name(String parameter) {
        return JsonNodeFactory.instance.objectNode().put("Name", parameter);
    }

    private void call(String operation, ObjectNode body) {
        try {
            AwsCalls.Reply reply = new AwsCalls(server.cloud().owner()).call("ssm", "AmazonSSM." + operation, body);
            if (reply.isRefusal()) {
                throw new AssertionError(reply.content());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the parameters that the table requires in a region. */
    Map<String, String> required(String region) {
        Map<String, Long> newest = new TreeMap<>();
        Map<String, String> values = new TreeMap<>();
        for (Item row : Suite.rows(server, "LayerTable")) {
            if (row.findText("rgn").filter(region::equals).isEmpty()) {
                continue;
            }
            if (row.text("sk").equals("lyrVrsn0#")) {
                row.findText("arn").ifPresent(arn -> values.put(latest(row.text("pckg")), arn));
            } else if (row.findText("dplySts").isPresent()) {
                String parameter = of(row.text("pckg"), row.text("pckgVrsn"));
                if (newest.merge(parameter, row.number("lyrVrsn"), Math::max) == row.number("lyrVrsn")) {
                    values.put(parameter, row.text("arn"));
                }
            }
        }
        return values;
    }
}
