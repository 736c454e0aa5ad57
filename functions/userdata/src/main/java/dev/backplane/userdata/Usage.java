package dev.backplane.userdata;

import io.avaje.jsonb.Json;
import java.util.Map;

/**
 * The size and number of the values that an app stores for a user, per realm.
 *
 * @param bytes the total of both realms and of what is reserved, which is compared with quotas
 * @param reserved the uploads that are not completed, and the bytes that are reserved for them
 */
public record Usage(long bytes, Count json, Count blob, Count reserved) {

    public static final Usage NOTHING = new Usage(0, Count.ZERO, Count.ZERO);

    /** Creates the usage of a user without uploads. */
    public Usage(long bytes, Count json, Count blob) {
        this(bytes, json, blob, Count.ZERO);
    }

    /** The number of values and their total size. */
    @Json
    public record Count(long bytes, long items) {

        public static final Count ZERO = new Count(0, 0);
    }

    public static Usage of(Map<Realm, Count> counts) {
        Count json = counts.getOrDefault(Realm.JSON, Count.ZERO);
        Count blob = counts.getOrDefault(Realm.BLOB, Count.ZERO);
        return new Usage(json.bytes() + blob.bytes(), json, blob);
    }

    /** Returns the same usage with bytes that are reserved. */
    public Usage with(Count reservation) {
        return new Usage(json.bytes() + blob.bytes() + reservation.bytes(), json, blob, reservation);
    }

    public Count of(Realm realm) {
        return switch (realm) {
            case JSON -> json;
            case BLOB -> blob;
        };
    }

    /** Returns the number of values. */
    public long items() {
        return json.items() + blob.items();
    }

    /** Returns the number of values and of uploads that are not completed. */
    public long entries() {
        return items() + reserved.items();
    }

    /** Returns the number of values of a realm, and of uploads that are not completed; these are blobs. */
    public long entries(Realm realm) {
        return switch (realm) {
            case JSON -> json.items();
            case BLOB -> blob.items() + reserved.items();
        };
    }
}
