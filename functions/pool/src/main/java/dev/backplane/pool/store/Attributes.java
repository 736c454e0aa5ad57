package dev.backplane.pool.store;

/** The attributes of the table: the seed's two, and what stands beside them. */
final class Attributes {

    static final String PK = "pk";
    static final String DATA = "data";
    static final String TTL = "ttl";

    // In the data of a lease or a user.
    static final String STATE = "state";
    static final String ACCOUNT = "account";
    static final String USER = "user";
    static final String EXPIRES = "expires";
    static final String LEASE = "lease";

    // Beside the data of an account and of a lease; absent for the first.
    static final String SHARD = "shard";

    // Beside the data of an account.
    static final String SINCE = "since";
    static final String NAME = "name";
    static final String LEASE_ID = "leaseId";
    static final String ATTEMPT_ID = "attemptId";
    static final String ATTEMPTS = "attempts";
    static final String MESSAGE = "message";
    static final String LAST_ATTEMPT_ID = "lastAttemptId";
    static final String LAST_RESULT = "lastResult";

    // Beside the data of a lease.
    static final String CREATED = "created";
    static final String EXTENSIONS = "extensions";
    static final String ASKED_MINUTES = "askedMinutes";
    static final String ASKED_ACCOUNT = "askedAccount";
    static final String ENDED = "ended";
    static final String REASON = "reason";

    // Beside the data of a user.
    static final String REGISTERED = "registered";

    // Beside the list of available accounts.
    static final String NEXT_EXPIRY = "nextExpiry";
    static final String AVAILABLE_IN_ALL = "availableInAll";

    private Attributes() {}
}
