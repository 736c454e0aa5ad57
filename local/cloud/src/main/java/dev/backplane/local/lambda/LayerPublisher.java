package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.s3.ObjectStore;
import dev.backplane.local.s3.S3Object;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Publishes layer versions, with content from the request or from a bucket of the same region. */
final class LayerPublisher {

    /** The limit of AWS for a whole request, with its content in base64. */
    private static final int MAX_REQUEST_BYTES = 69_905_067;

    private static final List<String> SAID =
            List.of("Description", "CompatibleRuntimes", "CompatibleArchitectures", "LicenseInfo");

    private final Layers layers;
    private final ObjectStore objects;
    private final Clock clock;

    LayerPublisher(Layers layers, ObjectStore objects, Clock clock) {
        this.layers = layers;
        this.objects = objects;
        this.clock = clock;
    }

    /** A request that Lambda rejects. */
    private static final class RejectedException extends Exception {

        private static final long serialVersionUID = 1;

        RejectedException(String message) {
            super(message);
        }
    }

    /** Returns the object that a request takes its content from. */
    static Optional<S3Object> source(JsonNode request) {
        JsonNode bucket = request.at("/Content/S3Bucket");
        return bucket.isTextual()
                ? Optional.of(new S3Object(
                        bucket.textValue(), request.at("/Content/S3Key").asText()))
                : Optional.empty();
    }

    HttpExecuteResponse publish(LayerName layer, AwsRequest request) {
        if (request.bytes().length > MAX_REQUEST_BYTES) {
            return AwsResponses.restRefused(
                    413,
                    "RequestEntityTooLargeException",
                    "Request must be smaller than " + MAX_REQUEST_BYTES
                            + " bytes for the PublishLayerVersion operation");
        }
        try {
            byte[] content = content(layer, request.body());
            if (content.length < 2 || content[0] != 'P' || content[1] != 'K') {
                throw new RejectedException(
                        "Could not unzip uploaded file. Please check your file, then try to upload again.");
            }
            ObjectNode details = details(request.body(), content);
            return AwsResponses.rest(201, layers.publish(layer, details).full());
        } catch (RejectedException e) {
            return AwsResponses.restRefused(400, "InvalidParameterValueException", String.valueOf(e.getMessage()));
        }
    }

    private byte[] content(LayerName layer, JsonNode request) throws RejectedException {
        Optional<S3Object> source = source(request);
        if (source.isPresent()) {
            return stored(layer, source.get());
        }
        JsonNode zip = request.at("/Content/ZipFile");
        if (!zip.isTextual()) {
            throw new RejectedException("Please provide a source for the layer content: ZipFile or S3Bucket and S3Key");
        }
        try {
            return Base64.getDecoder().decode(zip.textValue());
        } catch (IllegalArgumentException notBase64) {
            throw new RejectedException("Content.ZipFile is not Base64");
        }
    }

    private byte[] stored(LayerName layer, S3Object source) throws RejectedException {
        if (!layer.region().equals(Account.REGION)) {
            throw new RejectedException("Error occurred while GetObject. S3 Error Code: PermanentRedirect."
                    + " S3 Error Message: The bucket is in this region: " + Account.REGION
                    + ". Please use this region to retry the request");
        }
        try {
            return objects.read(source)
                    .orElseThrow(() -> new RejectedException("Error occurred while GetObject. S3 Error Code: NoSuchKey."
                            + " S3 Error Message: The specified key does not exist."));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private ObjectNode details(JsonNode request, byte[] content) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        SAID.stream().filter(request::hasNonNull).forEach(name -> details.set(name, request.get(name)));
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
}
