package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * One version of a layer.
 *
 * @param details what its publisher said about it, when it was, and what its content was like
 */
record LayerVersion(LayerName layer, long number, ObjectNode details) {
    /** What lists tell about a version; its content is told only by a version itself. */
    private static final List<String> LISTED =
            List.of("Description", "CreatedDate", "CompatibleRuntimes", "CompatibleArchitectures", "LicenseInfo");

    String arn() {
        return layer.arn() + ":" + number;
    }

    /** The version as Lambda answers when asked for it alone. */
    ObjectNode full() {
        ObjectNode json = listed();
        json.put("LayerArn", layer.arn());
        ObjectNode content = details.path("Content").deepCopy();
        // Lambda gives an address of S3, which is not part of the local cloud: layers have no code to run here.
        content.put("Location", "https://awslambda-" + layer.region() + "-layers.s3.amazonaws.com/" + arn());
        return json.set("Content", content);
    }

    /** The version as Lambda answers in a list. */
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

    boolean isFor(String member, String wanted) {
        JsonNode values = details.path(member);
        return values.valueStream().anyMatch(value -> value.asText().equals(wanted));
    }
}
