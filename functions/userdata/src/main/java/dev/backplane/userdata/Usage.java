package dev.backplane.userdata;

import io.avaje.jsonb.Json;
import java.util.Map;

/**
 * The size and number of the values that an app stores for a user, per realm.
 *
 * @param bytes the total of both realms, which is compared with quotas
 */
public record Usage(long bytes, Count json, Count blob) {

    public static final Usage NOTHING = new Usage(0, Count.ZERO, Count.ZERO);

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
