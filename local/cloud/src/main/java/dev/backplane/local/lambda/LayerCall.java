package dev.backplane.local.lambda;

import java.util.Optional;

/**
 * A layer operation of Lambda.
 *
 * @param resource the ARN that the IAM action applies to; {@code ListLayers} cannot be limited to a resource
 * @param statement the id of the statement to remove
 */
record LayerCall(Operation operation, String resource, Optional<String> statement) {

    LayerCall(Operation operation, String resource) {
        this(operation, resource, Optional.empty());
    }

    enum Operation {
        PUBLISH("PublishLayerVersion"),
        LIST("ListLayers"),
        LIST_VERSIONS("ListLayerVersions"),
        GET("GetLayerVersion"),
        DELETE("DeleteLayerVersion"),
        ADD_PERMISSION("AddLayerVersionPermission"),
        GET_POLICY("GetLayerVersionPolicy"),
        REMOVE_PERMISSION("RemoveLayerVersionPermission");

        private final String action;

        Operation(String action) {
            this.action = action;
        }
    }

    /** Returns the required IAM action. */
    String action() {
        return "lambda:" + name();
    }

    /** Returns the name of the operation. */
    String name() {
        return operation.action;
    }
}
