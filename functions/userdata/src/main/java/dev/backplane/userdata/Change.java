package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * The last change of a key: its value was written or removed.
 *
 * @param version that of the value, or of the removal
 * @param deleted whether there is no value any more
 * @param size the bytes of the key and of the value; 0 if there is none
 * @param expiresAt empty if the value does not expire
 */
public record Change(
        Realm realm, DataKey key, Version version, boolean deleted, long size, Optional<Instant> expiresAt) {

    /** Returns the change that wrote a value. */
    public static Change written(Realm realm, Entry entry) {
        return new Change(realm, entry.key(), entry.version(), false, entry.size(), entry.expiresAt());
    }

    /** Returns the change that removed a value. */
    public static Change removed(Realm realm, DataKey key, Version version) {
        return new Change(realm, key, version, true, 0, Optional.empty());
    }

    public Instant updatedAt() {
        return version.updated();
    }
}
