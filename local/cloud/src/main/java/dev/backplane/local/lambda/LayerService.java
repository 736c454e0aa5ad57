package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Lambda's layer operations, in every region. */
public final class LayerService implements AwsService {

    private static final int MAX_ITEMS = 50;

    private final Layers layers;
    private final LayerPublisher publisher;

    public LayerService(Layers layers, Clock clock) {
        this.layers = layers;
        this.publisher = new LayerPublisher(layers, clock);
    }

    @Override
    public List<String> hosts() {
        return Regions.all().stream()
                .flatMap(region -> Regions.host("lambda", region).stream())
                .toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return LayerCalls.read(request).map(call -> List.of(new AccessRequest(call.action(), call.resource())));
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
        Optional<LayerId> id = LayerId.own(LayerCalls.region(request), call.resource());
        if (id.isEmpty()) {
            return AwsResponses.restRefused(
                    403, "AccessDeniedException", call.resource() + " belongs to another account or region");
        }
        LayerName layer = id.get().layer();
        return switch (call.operation()) {
            case PUBLISH -> publisher.publish(layer, request.body());
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
        };
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

    /** The operation {@code PublishLayerVersion}. */
    private static final class LayerPublisher {

        private static final List<String> COPIED_MEMBERS =
                List.of("Description", "CompatibleRuntimes", "CompatibleArchitectures", "LicenseInfo");

        private final Layers layers;
        private final Clock clock;

        LayerPublisher(Layers layers, Clock clock) {
            this.layers = layers;
            this.clock = clock;
        }

        HttpExecuteResponse publish(LayerName layer, JsonNode request) {
            JsonNode zip = request.at("/Content/ZipFile");
            if (!zip.isTextual()) {
                return refused("The local cloud supports layer content as ZipFile only");
            }
            byte[] content;
            try {
                content = Base64.getDecoder().decode(zip.textValue());
            } catch (IllegalArgumentException notBase64) {
                return refused("Content.ZipFile is not Base64");
            }
            if (content.length < 2 || content[0] != 'P' || content[1] != 'K') {
                return refused("Could not unzip uploaded file. Please check your file, then try to upload again.");
            }
            return AwsResponses.rest(
                    201, layers.publish(layer, details(request, content)).full());
        }

        private ObjectNode details(JsonNode request, byte[] content) {
            ObjectNode details = JsonNodeFactory.instance.objectNode();
            COPIED_MEMBERS.stream().filter(request::hasNonNull).forEach(name -> details.set(name, request.get(name)));
            details.put("CreatedDate", LambdaTime.format(clock.instant()));
            details.putObject("Content").put("CodeSha256", sha256(content)).put("CodeSize", content.length);
            return details;
        }

        private static String sha256(byte[] content) {
            try {
                return Base64.getEncoder()
                        .encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("SHA-256 is missing", impossible);
            }
        }

        private static HttpExecuteResponse refused(String message) {
            return AwsResponses.restRefused(400, "InvalidParameterValueException", message);
        }
    }
}
