package dev.backplane.layers.parameters;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.aws.JsonApi;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.regions.Region;

/**
 * The parameters of a stage in SSM, each in the region of its layer.
 *
 * <p>Calls are repeated if SSM is overloaded or does not respond. They then end with {@link Unavailable}, or with an
 * {@code SdkClientException} if there was no response.
 */
public final class ParameterStore {

    /** The largest number of names in a call. */
    private static final int MAX_NAMES = 10;

    private final AwsConnection aws;
    private final Clock clock;
    private final String root;
    private final Map<RegionName, JsonApi> clients = new ConcurrentHashMap<>();

    /** @param prefix the first part of the names of the stage's parameters */
    public ParameterStore(Platform platform, String prefix) {
        this.aws = platform.aws();
        this.clock = platform.clock();
        this.root = "/" + prefix + "/layers";
    }

    /**
     * A parameter as SSM lists it.
     *
     * @param parameter empty if the name is not one of the registry's
     */
    public record Listed(String name, Optional<LayerParameter> parameter, String value) {}

    /** Returns the full name of a parameter. */
    public String name(LayerParameter parameter) {
        return root + "/" + parameter.path();
    }

    /** Reads the values of parameters of one region; those that do not exist are left out. */
    public Map<LayerParameter, String> read(RegionName region, Collection<LayerParameter> parameters) {
        Map<LayerParameter, String> values = new HashMap<>();
        List<LayerParameter> all = List.copyOf(parameters);
        for (int from = 0; from < all.size(); from += MAX_NAMES) {
            Map<String, LayerParameter> batch = new LinkedHashMap<>();
            all.subList(from, Math.min(from + MAX_NAMES, all.size()))
                    .forEach(parameter -> batch.put(name(parameter), parameter));
            List<JsonValue> names =
                    batch.keySet().stream().<JsonValue>map(Text::new).toList();
            Obj response = call(region, "GetParameters", Obj.of(Map.entry("Names", new Arr(names))));
            entries(response).forEach((name, value) -> {
                LayerParameter parameter = batch.get(name);
                if (parameter != null) {
                    values.put(parameter, value);
                }
            });
        }
        return values;
    }

    /** Creates or overwrites a parameter. */
    public void put(LayerParameter parameter, LayerArn value) {
        call(
                parameter.id().region(),
                "PutParameter",
                Obj.of(
                        Map.entry("Name", new Text(name(parameter))),
                        Map.entry("Value", new Text(value.value())),
                        Map.entry("Type", new Text("String")),
                        Map.entry("Overwrite", new Bool(true))));
    }

    /** Deletes a parameter, if it exists. */
    public void delete(LayerParameter parameter) {
        try {
            call(parameter.id().region(), "DeleteParameter", Obj.of(Map.entry("Name", new Text(name(parameter)))));
        } catch (SsmRefusalException e) {
            if (!e.code().equals("ParameterNotFound")) {
                throw e;
            }
        }
    }

    /** Lists the parameters of the stage in a region, a few at a time. */
    public Page<Listed, String> list(RegionName region, Optional<String> token) {
        Map<String, JsonValue> request = new LinkedHashMap<>();
        request.put("Path", new Text(root));
        request.put("Recursive", new Bool(true));
        request.put("MaxResults", new Num(Integer.toString(MAX_NAMES)));
        token.ifPresent(text -> request.put("NextToken", new Text(text)));
        Obj response = call(region, "GetParametersByPath", new Obj(request));
        List<Listed> listed = entries(response).entrySet().stream()
                .map(entry -> listed(region, entry.getKey(), entry.getValue()))
                .toList();
        return new Page<>(listed, response.findText("NextToken"));
    }

    private Listed listed(RegionName region, String name, String value) {
        return new Listed(name, LayerParameter.parse(region, name.substring(root.length() + 1)), value);
    }

    private static Map<String, String> entries(Obj response) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (JsonValue parameter : response.elements("Parameters")) {
            if (parameter instanceof Obj json) {
                entries.put(
                        json.findText("Name").orElseThrow(),
                        json.findText("Value").orElseThrow());
            }
        }
        return entries;
    }

    private Obj call(RegionName region, String operation, Obj request) {
        try {
            return clients.computeIfAbsent(region, this::connect).call(operation, request.members());
        } catch (AwsRefusalException e) {
            throw new SsmRefusalException(region.value(), e);
        }
    }

    private JsonApi connect(RegionName region) {
        return new JsonApi(new SignedHttp(aws.in(Region.of(region.value())), "ssm", clock), "AmazonSSM", "1.1");
    }
}
