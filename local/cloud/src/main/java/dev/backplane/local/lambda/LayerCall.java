package dev.backplane.local.lambda;

/**
 * A layer operation of Lambda.
 *
 * @param resource the ARN that the IAM action applies to
 */
record LayerCall(Operation operation, String resource) {

    enum Operation {
        PUBLISH("PublishLayerVersion"),
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
