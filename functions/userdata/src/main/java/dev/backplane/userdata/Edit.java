package dev.backplane.userdata;

import dev.backplane.platform.json.JsonValue;
import java.util.Optional;

/** A change of the value with a key. */
public sealed interface Edit {

    /**
     * Replaces the value, or creates it.
     *
     * @param expiry empty if the new value does not expire
     */
    record Replace(Payload payload, Optional<Expiry> expiry) implements Edit {

        public Replace(Payload payload) {
            this(payload, Optional.empty());
        }
    }

    /**
     * Changes a JSON value, or creates one.
     *
     * @param expiry empty to keep the expiry of the value
     */
    record Merge(Patch patch, Optional<Expiry> expiry) implements Edit {

        public Merge(Patch patch) {
            this(patch, Optional.empty());
        }

        /** Returns the changed value, or empty when the stored value cannot be changed this way. */
        public Optional<Payload> apply(Optional<Payload> current) {
            Optional<JsonValue> target = current.map(Payload::toJson);
            return patch.apply(target).map(Payload::json);
        }
    }

    /** Removes the value. */
    record Remove() implements Edit {}
}
