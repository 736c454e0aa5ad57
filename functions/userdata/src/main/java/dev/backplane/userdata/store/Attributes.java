package dev.backplane.userdata.store;

/** The attributes of all rows, with the names of the original table design where it has them. */
public final class Attributes {

    static final String USER = "user";
    static final String KEY = "key";
    static final String APP = "app";
    static final String APP_USER = "appUser";
    static final String APP_KEY = "appKey";
    static final String APP_SHARD = "appShard";

    static final String VALUE = "value";
    /** A deflated value. */
    static final String PACKED = "packed";

    static final String SIZE = "size";
    static final String VERSION = "version";
    static final String CREATED_AT = "createdAt";
    static final String UPDATED_AT = "updatedAt";
    static final String CONTENT_TYPE = "contentType";

    /** When a value expires, and its partition of the index by that time. */
    static final String EXPIRES_AT = "expiresAt";

    static final String EXPIRY_SHARD = "expiryShard";

    /** The number of a counter, and the number of fraction digits that it may have. */
    static final String NUMBER = "number";

    static final String SCALE = "scale";

    /** A remembered increment: its amount, its result, and the time in seconds at which it expires. */
    static final String BY = "by";

    static final String RESULT = "result";

    static final String EXPIRES = "expires";

    /** Distinguishes the bodies of batches with the same idempotency key. */
    static final String DIGEST = "digest";

    /** The id of the object that contains a blob. */
    static final String OBJECT = "object";

    /** In an upload: the key of its blob, and the seconds for which the blob exists. */
    static final String TARGET = "target";

    static final String LIFETIME = "lifetime";

    /** Until when a discarded object may still be written. */
    static final String WRITABLE_UNTIL = "writableUntil";

    /** The bytes that are reserved for uploads, and the number of these. */
    static final String RESERVED_BYTES = "reservedBytes";

    static final String UPLOADS = "uploads";

    static final String BYTES = "bytes";
    /** Changes with every change of the counters, and never has the same value twice. */
    static final String REV = "rev";

    static final String QUOTA_BYTES = "quotaBytes";

    /** In a guard row of an app: the number of users with data. */
    static final String USERS = "users";

    /** When an app got its guard rows, if not when it was registered. */
    static final String GUARDED_SINCE = "guardedSince";

    /** Set while the guard rows of the app count the user. */
    static final String GUARDED = "guarded";

    /** The first day that may still have values that have to be removed because they expired. */
    static final String SINCE = "since";

    /** Set if the user has, or had, a value that expires. */
    static final String EXPIRING = "expiring";

    /** The id of the feed of an app; in counters, that of the feed in which the user's changes are recorded. */
    static final String FEED = "feed";
    /** Identifies the sequence of a user's changes: a new one when the feed is switched on or cleared. */
    static final String GENERATION = "generation";
    /** In counters, the number of the last change; in a change, the generation and its number. */
    static final String SEQUENCE = "sequence";
    /** The place up to which existing values were added to the feed; absent when all were. */
    static final String BACKFILL = "backfill";
    /** Set while changes of an earlier feed may be stored. */
    static final String FED = "fed";
    /** Set if an event is published from a row; in an app, if changes are published. */
    public static final String EVENTS = "events";
    /** The highest percentage of the quota that was reached and published. */
    static final String REACHED = "reached";

    static final String DELETED = "deleted";
    static final String ACTOR = "actor";
    static final String RECORDED_AT = "recordedAt";
    static final String LIMIT_BYTES = "limitBytes";
    static final String USED_BYTES = "usedBytes";

    private Attributes() {}
}
