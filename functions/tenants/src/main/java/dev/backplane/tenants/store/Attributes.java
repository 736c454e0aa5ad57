package dev.backplane.tenants.store;

import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of the table, in the words of the data model. */
final class Attributes {

    static final String PK = "pk";
    static final String SK = "sk";
    static final String CREATED_AT = "CreatedAt";
    static final String UPDATED_AT = "UpdatedAt";
    static final String VERSION = "Version";
    static final String GENERATION = "Generation";
    static final String STACK_ID = "StackId";
    static final String INBOUND_ARN = "InboundQueueArn";
    static final String INBOUND_URL = "InboundQueueUrl";
    static final String OUTBOUND_ARN = "OutboundQueueArn";
    static final String OUTBOUND_URL = "OutboundQueueUrl";
    static final String EXECUTION = "Execution";
    static final String STATUS = "Status";
    static final String ATTEMPT = "Attempt";
    static final String FAILURE_REASON = "FailureReason";

    private Attributes() {}

    static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of(PK, Values.text(partition), SK, Values.text(sort));
    }
}
