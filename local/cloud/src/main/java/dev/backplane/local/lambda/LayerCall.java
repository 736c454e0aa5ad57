package dev.backplane.local.lambda;

/**
 * A layer operation of Lambda.
 *
 * @param resource the ARN that the IAM action applies to; {@code ListLayers} cannot be limited to a resource
 */
record LayerCall(Operation operation, String resource) {

    enum Operation {
        PUBLISH("PublishLayerVersion"),
        LIST("ListLayers"),
        LIST_VERSIONS("ListLayerVersions"),
        GET("GetLayerVersion"),
        DELETE("DeleteLayerVersion");

        private final String action;

        Operation(String action) {
            this.action = action;
        }
    }

    /** Returns the required IAM action. */
    String action() {
        return "lambda:" + operation.action;
    }
}
