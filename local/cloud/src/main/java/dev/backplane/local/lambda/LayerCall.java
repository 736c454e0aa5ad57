package dev.backplane.local.lambda;

/** A call to Lambda that is about layers. */
sealed interface LayerCall {

    /** Returns the required IAM action. */
    String action();

    /** Returns the resource of the IAM action. */
    String resource();

    record ListLayers() implements LayerCall {

        @Override
        public String action() {
            return "lambda:ListLayers";
        }

        @Override
        public String resource() {
            return "*";
        }
    }

    record Publish(String resource) implements LayerCall {

        @Override
        public String action() {
            return "lambda:PublishLayerVersion";
        }
    }

    record ListVersions(String resource) implements LayerCall {

        @Override
        public String action() {
            return "lambda:ListLayerVersions";
        }
    }

    record Get(String resource) implements LayerCall {

        @Override
        public String action() {
            return "lambda:GetLayerVersion";
        }
    }

    record Delete(String resource) implements LayerCall {

        @Override
        public String action() {
            return "lambda:DeleteLayerVersion";
        }
    }
}
