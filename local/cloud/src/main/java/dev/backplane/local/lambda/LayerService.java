package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.s3.ObjectStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Lambda's layer operations, in every region. */
public final class LayerService implements AwsService {

    private static final int MAX_ITEMS = 50;

    private final Layers layers;
    private final LayerPublisher publisher;
    private final LayerPolicies policies;

    public LayerService(Layers layers, ObjectStore objects, Clock clock) {
        this.layers = layers;
        this.publisher = new LayerPublisher(layers, objects, clock);
        this.policies = new LayerPolicies(layers);
    }

    @Override
    public List<String> hosts() {
        return Regions.all().stream()
                .flatMap(region -> Regions.host("lambda", region).stream())
                .toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return LayerCalls.read(request).map(call -> {
            AccessRequest access = new AccessRequest(call.action(), call.resource());
            return LayerPublisher.source(request.body())
                    .filter(_ -> call.operation() == LayerCall.Operation.PUBLISH)
                    .map(object -> List.of(access, new AccessRequest("s3:GetObject", object.arn())))
                    .orElseGet(() -> List.of(access));
        });
    }

    @Override
    public String operation(AwsRequest request) {
        return LayerCalls.read(request).map(LayerCall::name).orElse("");
    }

    @Override
    public HttpExecuteResponse denied(Denial denial) {
        return AwsResponses.restRefused(403, "AccessDeniedException", denial.message());
    }

    @Override
    public HttpExecuteResponse failed(int status, String code, String message) {
        return AwsResponses.restRefused(status, code, message);
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        Optional<LayerCall> call = LayerCalls.read(request);
        if (call.isEmpty()) {
            return AwsResponses.restRefused(
                    404,
                    "ResourceNotFoundException",
                    "The local cloud does not support " + request.method() + " " + request.path());
        }
        try {
            return layers.refusal(call.get().resource())
                    .map(LayerFault::answer)
                    .orElseGet(() -> perform(request, call.get()));
        } catch (NumberFormatException badParameter) {
            return AwsResponses.restRefused(
                    400, "InvalidParameterValueException", "Marker or MaxItems is not a number");
        }
    }

    private HttpExecuteResponse perform(AwsRequest request, LayerCall call) {
        if (call.operation() == LayerCall.Operation.LIST) {
            return AwsResponses.rest(200, list(request));
        }
        Optional<LayerId> id = LayerId.own(LayerCalls.region(request), call.resource());
        if (id.isEmpty()) {
            return AwsResponses.restRefused(
                    403, "AccessDeniedException", call.resource() + " belongs to another account or region");
        }
        LayerName layer = id.get().layer();
        return switch (call.operation()) {
            case LIST -> throw new IllegalStateException("ListLayers has no layer");
            case PUBLISH -> publisher.publish(layer, request);
            case LIST_VERSIONS -> AwsResponses.rest(200, listVersions(request, layer));
            case GET ->
                layers.find(layer, id.get().version())
                        .map(version -> AwsResponses.rest(200, version.full()))
                        .orElseGet(() -> AwsResponses.restRefused(
                                404, "ResourceNotFoundException", "The resource you requested does not exist."));
            case DELETE -> {
                // Deleting a missing version succeeds.
                layers.delete(layer, id.get().version());
                yield AwsResponses.restNoContent();
            }
            case ADD_PERMISSION -> policies.add(id.get(), request.body());
            case GET_POLICY -> policies.get(id.get());
            case REMOVE_PERMISSION -> policies.remove(id.get(), call.statement().orElseThrow());
        };
    }

    private ObjectNode list(AwsRequest request) {
        String after = request.parameter("Marker").orElse("");
        int max = request.parameter("MaxItems").map(Integer::parseInt).orElse(MAX_ITEMS);
        List<LayerName> rest = layers.names(LayerCalls.region(request)).stream()
                .filter(layer -> layer.name().compareTo(after) > 0)
                .toList();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode listed = answer.putArray("Layers");
        rest.stream()
                .limit(max)
                .forEach(layer -> layers.versions(layer).stream()
                        .limit(1)
                        .forEach(latest -> listed.addObject()
                                .put("LayerName", layer.name())
                                .put("LayerArn", layer.arn())
                                .set("LatestMatchingVersion", latest.listed())));
        if (rest.size() > max) {
            answer.put("NextMarker", rest.get(max - 1).name());
        }
        return answer;
    }

    private ObjectNode listVersions(AwsRequest request, LayerName layer) {
        long below = request.parameter("Marker").map(Long::parseLong).orElse(Long.MAX_VALUE);
        int max = request.parameter("MaxItems").map(Integer::parseInt).orElse(MAX_ITEMS);
        List<LayerVersion> rest = layers.versions(layer).stream()
                .filter(version -> version.number() < below)
                .toList();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode versions = answer.putArray("LayerVersions");
        rest.stream().limit(max).map(LayerVersion::listed).forEach(versions::add);
        if (rest.size() > max) {
            answer.put("NextMarker", String.valueOf(rest.get(max - 1).number()));
        }
        return answer;
    }
}
