package dev.backplane.userdata;

import java.util.Map;

/**
 * What an app keeps for a user: bytes and values, in each realm.
 *
 * @param bytes of both realms, which quotas are held against
 */
public record Usage(long bytes, Count json, Count blob) {

    public static final Usage NOTHING = new Usage(0, Count.ZERO, Count.ZERO);

    /** A number of values and what they count. */
    public record Count(long bytes, long items) {

        public static final Count ZERO = new Count(0, 0);
    }

    public static Usage of(Map<Realm, Count> counts) {
        Count json = counts.getOrDefault(Realm.JSON, Count.ZERO);
        Count blob = counts.getOrDefault(Realm.BLOB, Count.ZERO);
        return new Usage(json.bytes() + blob.bytes(), json, blob);
    }

    public Count of(Realm realm) {
        return switch (realm) {
            case JSON -> json;
            case BLOB -> blob;
        };
    }

    public long items() {
        return json.items() + blob.items();
    }
}
