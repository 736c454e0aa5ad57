package dev.backplane.tenants.store;

/** The names of the table's attributes. */
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

    /** Who started the run. */
    static final String ACTOR = "Actor";

    /** Why, if the actor gave a reason. */
    static final String REASON = "Reason";

    /** The number of tenants that an upgrade of all tenants could not update. */
    static final String FAILED = "Failed";

    private Attributes() {}
}
