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
    static final String DEAD_LETTERS_ARN = "DeadLetterQueueArn";
    static final String DEAD_LETTERS_URL = "DeadLetterQueueUrl";

    /** What the stack reports besides the queue: a map of strings. */
    static final String OUTPUTS = "Outputs";

    /** The digest of what the stack was deployed with. */
    static final String INPUTS = "Inputs";

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

    /** The name that callers see; set by the registration. */
    static final String NAME = "Name";

    static final String TIER = "Tier";

    /** The further properties of the registration; the word Attributes would be ambiguous here. */
    static final String PROPERTIES = "Attributes";

    /** Tier and id, the sort key of the index of profiles; no other row has it. */
    static final String TIER_KEY = "TierKey";

    /** When a profile got its status. */
    static final String STATUS_AT = "StatusAt";

    /** The run that set the status of a profile. */
    static final String STATUS_BY = "StatusBy";

    /** When the tenant was suspended; absent if it is not. */
    static final String SUSPENDED_AT = "SuspendedAt";

    static final String SUSPENDED_BY = "SuspendedBy";
    static final String SUSPENSION_REASON = "SuspensionReason";

    /** The status of a suspended tenant without the suspension, which runs set instead of the status. */
    static final String RUN_STATUS = "RunStatus";

    /** Sessions that were issued earlier are denied. */
    static final String SESSIONS_FROM = "SessionsFrom";

    /** The suspensions and resumptions whose events may not have been published: a list of maps. */
    static final String UNPUBLISHED = "Unpublished";

    static final String CHANGE_KIND = "Kind";
    static final String CHANGE_AT = "At";

    /** The operation of a run in the history. */
    static final String OPERATION = "Operation";

    /** When a run in the history ended. */
    static final String ENDED_AT = "EndedAt";

    /** The steps of a run in the history: a list of maps. */
    static final String STEPS = "Steps";

    static final String STEP_NAME = "Name";
    static final String STEP_AT = "At";
    static final String STEP_MILLIS = "Millis";

    /** When DynamoDB may remove a run from the history, in seconds. */
    static final String EXPIRES_AT = "ExpiresAt";

    private Attributes() {}
}
