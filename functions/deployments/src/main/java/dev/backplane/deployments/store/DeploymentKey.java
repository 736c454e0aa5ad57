package dev.backplane.deployments.store;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of a deployment's row: {@code DEPLOYMENTS}, {@code D#<DeploymentId>}. */
public record DeploymentKey(DeploymentId id) {

    public static final String PARTITION = "DEPLOYMENTS";

    /** Returns the sort key, which is also the partition key of the deployment's aliases in their index. */
    String sort() {
        return "D#" + id;
    }

    Map<String, AttributeValue> attributes() {
        return Values.key(PARTITION, sort());
    }
}
