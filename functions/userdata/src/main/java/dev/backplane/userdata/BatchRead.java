package dev.backplane.userdata;

import java.util.List;

/**
 * The values of several keys of a user.
 *
 * @param missing the keys without a value
 * @param unprocessed the keys whose values would make the response too large
 */
public record BatchRead(List<Found> found, List<RealmKey> missing, List<RealmKey> unprocessed) {

    /** A key in one of the realms. */
    public record RealmKey(Realm realm, DataKey key) {}

    /** A value in one of the realms. */
    public record Found(Realm realm, Stored stored) {}
}
