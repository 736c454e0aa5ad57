package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsResponses;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Publishes layer versions. */
final class LayerPublisher {

    private static final List<String> SAID =
            List.of("Description", "CompatibleRuntimes", "CompatibleArchitectures", "LicenseInfo");
    private static final DateTimeFormatter LAMBDA_TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

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
        SAID.stream().filter(request::hasNonNull).forEach(name -> details.set(name, request.get(name)));
        details.put("CreatedDate", LAMBDA_TIME.format(clock.instant()));
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
