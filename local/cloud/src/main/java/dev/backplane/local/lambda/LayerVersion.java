package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * One version of a layer.
 *
 * @param details its description, creation date and content hash
 */
record LayerVersion(LayerName layer, long number, ObjectNode details) {

    /** The fields in lists. The content appears only in a single version. */
    private static final List<String> LISTED =
            List.of("Description", "CreatedDate", "CompatibleRuntimes", "CompatibleArchitectures", "LicenseInfo");

    String arn() {
        return layer.arn() + ":" + number;
    }

    /** Returns the version in the response of {@code GetLayerVersion}. */
    ObjectNode full() {
        ObjectNode json = listed();
        json.put("LayerArn", layer.arn());
        ObjectNode content = details.path("Content").deepCopy();
        // Lambda returns an S3 URL. The content is not available locally.
        content.put("Location", "https://awslambda-" + layer.region() + "-layers.s3.amazonaws.com/" + arn());
        return json.set("Content", content);
    }

    /** Returns the version in the response of {@code ListLayerVersions}. */
    ObjectNode listed() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("LayerVersionArn", arn()).put("Version", number);
        for (String name : LISTED) {
            if (details.hasNonNull(name)) {
                json.set(name, details.get(name));
            }
        }
        return json;
    }
}
