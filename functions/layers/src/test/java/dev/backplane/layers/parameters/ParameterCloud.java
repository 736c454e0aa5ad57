package dev.backplane.layers.parameters;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestPlatform;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a real DynamoDB engine, and with the parameters and layers of all regions in memory. */
public final class ParameterCloud implements SdkHttpClient {

    private static final Pattern REGION = Pattern.compile("Credential=[^/]+/[0-9]+/([a-z0-9-]+)/");
    private static final Pattern VERSIONS = Pattern.compile(".*/2018-10-31/layers/([^/]+)/versions");

    /** The parameters by region and name. */
    private final Map<String, NavigableMap<String, String>> parameters = new ConcurrentHashMap<>();

    /** The ARNs of layer versions by region. */
    private final Map<String, Set<String>> layers = new ConcurrentHashMap<>();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final DynamoLocal local;
    private volatile Function<String, Answer> fault = _ -> Answer.NONE;
    private volatile Runnable beforeWrite = () -> {};

    /** An injected answer to a call; status 0 for none, status -1 for a broken connection. */
    public record Answer(int status, String code) {

        public static final Answer NONE = new Answer(0, "");
        public static final Answer NO_RESPONSE = new Answer(-1, "");
    }

    public ParameterCloud(DynamoLocal local) {
        this.local = local;
    }

    /** Returns a platform with the settings of the service, in this network. */
    public TestPlatform platform() {
        AwsConnection aws = local.aws();
        return new TestPlatform(
                Map.of(
                        LayersSettings.LAYER_TABLE,
                        local.table(LayerStore.TABLE),
                        LayersSettings.ACCOUNT_ID,
                        "000000000000",
                        LayersSettings.LAYER_PARAMETER_PREFIX,
                        "backplane"),
                new AwsConnection(this, aws.credentials(), aws.region(), aws.endpoint()));
    }

    public NavigableMap<String, String> parameters(String region) {
        return parameters.computeIfAbsent(region, _ -> new ConcurrentSkipListMap<>());
    }

    public Set<String> layers(String region) {
        return layers.computeIfAbsent(region, _ -> ConcurrentHashMap.newKeySet());
    }

    /** Returns the calls to SSM and Lambda, each with its region. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Answers calls from now on; the function receives the region and the operation, such as {@code us-east-1 PutParameter}. */
    public void fail(Function<String, Answer> injected) {
        fault = injected;
    }

    /** Runs something just before each write of a parameter. */
    public void beforeWrite(Runnable work) {
        beforeWrite = work;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (target.startsWith("DynamoDB_")) {
            return local.aws().http().prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(request, target.substring(target.indexOf('.') + 1));
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest request, String operation) throws IOException {
        Matcher region = REGION.matcher(
                request.httpRequest().firstMatchingHeader("Authorization").orElse(""));
        if (!region.find()) {
            throw new AssertionError("the request is not signed");
        }
        String call = region.group(1) + " " + (operation.isEmpty() ? "Lambda" : operation);
        calls.add(call);
        Answer injected = fault.apply(call);
        if (injected.status() < 0) {
            throw new IOException("no response");
        }
        if (injected.status() > 0) {
            return response(injected.status(), "{\"__type\":\"" + injected.code() + "\"}");
        }
        return operation.isEmpty()
                ? lambda(request, layers(region.group(1)))
                : ssm(operation, body(request), parameters(region.group(1)));
    }

    private HttpExecuteResponse ssm(String operation, Obj request, NavigableMap<String, String> stored) {
        return switch (operation) {
            case "GetParameters" -> {
                List<String> names = request.members().get("Names") instanceof Arr(List<JsonValue> elements)
                        ? elements.stream().map(name -> ((Text) name).value()).toList()
                        : List.of();
                Map<String, String> found = new ConcurrentSkipListMap<>(stored);
                found.keySet().retainAll(names);
                yield response(200, "{" + listed(found) + "}");
            }
            case "GetParametersByPath" -> {
                NavigableMap<String, String> rest = stored.subMap(
                        request.members().get("NextToken") instanceof Text(String token)
                                ? token
                                : text(request, "Path"),
                        false,
                        text(request, "Path") + "0",
                        false);
                List<String> names = rest.keySet().stream().limit(10).toList();
                String next = rest.size() > 10 ? ",\"NextToken\":\"" + names.getLast() + "\"" : "";
                NavigableMap<String, String> page = new ConcurrentSkipListMap<>(rest);
                page.keySet().retainAll(names);
                yield response(200, "{" + listed(page) + next + "}");
            }
            case "PutParameter" -> {
                beforeWrite.run();
                stored.put(text(request, "Name"), text(request, "Value"));
                yield response(200, "{\"Version\":1,\"Tier\":\"Standard\"}");
            }
            case "DeleteParameter" -> {
                beforeWrite.run();
                yield stored.remove(text(request, "Name")) == null
                        ? response(400, "{\"__type\":\"ParameterNotFound\"}")
                        : response(200, "{}");
            }
            default -> throw new AssertionError("unexpected call " + operation);
        };
    }

    private static String listed(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> Obj.of(
                                Map.entry("Name", new Text(entry.getKey())),
                                Map.entry("Value", new Text(entry.getValue())))
                        .compact())
                .collect(Collectors.joining(",", "\"Parameters\":[", "]"));
    }

    private static HttpExecuteResponse lambda(HttpExecuteRequest request, Set<String> arns) {
        Matcher path = VERSIONS.matcher(request.httpRequest().encodedPath());
        List<String> entries = new ArrayList<>();
        if (path.matches()) {
            String layer = URLDecoder.decode(path.group(1), StandardCharsets.UTF_8);
            arns.stream()
                    .filter(arn -> layerOf(arn).equals(layer))
                    .sorted()
                    .forEach(arn -> entries.add("{\"LayerVersionArn\":\"" + arn + "\"}"));
            return response(200, "{\"LayerVersions\":" + entries + "}");
        }
        // Two layers a page, so that tests with few layers have several pages.
        String marker =
                request.httpRequest().firstMatchingRawQueryParameter("Marker").orElse("");
        TreeSet<String> names = arns.stream()
                .map(ParameterCloud::layerOf)
                .filter(layer -> layer.compareTo(marker) > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> page = names.stream().limit(2).toList();
        page.forEach(layer -> entries.add("{\"LayerArn\":\"" + layer + "\"}"));
        String next = names.size() > 2 ? ",\"NextMarker\":\"" + page.getLast() + "\"" : "";
        return response(200, "{\"Layers\":" + entries + next + "}");
    }

    private static String layerOf(String versionArn) {
        return versionArn.substring(0, versionArn.lastIndexOf(':'));
    }

    private static String text(Obj json, String name) {
        return json.members().get(name) instanceof Text(String value) ? value : "";
    }

    private static Obj body(HttpExecuteRequest request) {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            return (Obj) JsonValue.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not JSON", e);
        }
    }

    private static HttpExecuteResponse response(int status, String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(status).build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Override
    public void close() {}
}
