package dev.backplane.pool.store;

/** The attributes of the table: key and data, as in the original table design, and those beside them. */
public final class Attributes {

    public static final String PK = "pk";
    public static final String DATA = "data";
    public static final String TTL = "ttl";

    // In the data of a lease or a user.
    public static final String STATE = "state";
    public static final String ACCOUNT = "account";
    public static final String USER = "user";
    public static final String EXPIRES = "expires";
    public static final String LEASE = "lease";

    // Beside the data of an account and of a lease; absent for the first.
    public static final String SHARD = "shard";

    // Beside the data of an account: who changed it last, and why.
    public static final String ACTOR = "actor";
    public static final String REASON = "reason";

    // Beside the data of an account.
    public static final String SINCE = "since";
    public static final String NAME = "name";
    public static final String LEASE_ID = "leaseId";
    public static final String ATTEMPT_ID = "attemptId";
    public static final String ATTEMPTS = "attempts";
    public static final String MESSAGE = "message";
    public static final String CLEANUP_RUN = "cleanupRun";
    public static final String LAST_ATTEMPT_ID = "lastAttemptId";
    public static final String LAST_RESULT = "lastResult";
    public static final String REMOVED = "removed";

    // Beside the data of an account, whatever its state.
    public static final String HOLD = "hold";
    public static final String QUARANTINE = "quarantine";
    public static final String RELEASED = "released";
    public static final String LABELED_BY = "labeledBy";
    public static final String REVOCATION = "revocation";
    public static final String REVOCATION_SINCE = "revocationSince";

    // Beside the data of a lease.
    public static final String CREATED = "created";
    public static final String CREATED_BY = "createdBy";
    public static final String EXTENDED_BY = "extendedBy";
    public static final String EXTENSIONS = "extensions";
    public static final String ASKED_MINUTES = "askedMinutes";
    public static final String ASKED_ACCOUNT = "askedAccount";
    public static final String ASKED_TEMPLATE = "askedTemplate";
    public static final String MEMBERS = "members";
    public static final String MEMBERS_BY = "membersBy";
    public static final String SPEND = "spend";
    public static final String AS_OF = "asOf";
    public static final String REACHED = "reached";
    public static final String WARNED = "warned";
    public static final String ISSUED = "issued";
    public static final String CHANGES = "changes";
    public static final String ENDED = "ended";
    public static final String END_REASON = "reason";
    public static final String ENDED_BY = "endedBy";
    public static final String NOTE = "note";

    // Of a template, and beside the data of a lease that was created with it; labels also beside those of an account.
    public static final String TEMPLATE = "template";
    public static final String MINUTES = "minutes";
    public static final String MAX_MINUTES = "maxMinutes";
    public static final String MAX_EXTENSIONS = "maxExtensions";
    public static final String BUDGET = "budget";
    public static final String AMOUNT = "amount";
    public static final String CURRENCY = "currency";
    public static final String AT_LIMIT = "atLimit";
    public static final String LABELS = "labels";

    // Of the record that a lease reached a part of its budget.
    public static final String THRESHOLD = "threshold";

    // Beside the data of a user.
    public static final String REGISTERED = "registered";

    // Beside the list of available accounts.
    public static final String AVAILABLE_IN_ALL = "availableInAll";

    private Attributes() {}
}
