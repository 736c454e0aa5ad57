package dev.backplane.userdata;

import dev.backplane.platform.json.JsonValue;
import java.util.Optional;

/** A change of the value with a key. */
public sealed interface Edit {

    /** Replaces the value, or creates it. */
    record Replace(Payload payload) implements Edit {}

    /** Changes a JSON value, or creates one. */
    record Merge(Patch patch) implements Edit {

        /** Returns the changed value, or empty when the stored value cannot be changed this way. */
        public Optional<Payload> apply(Optional<Payload> current) {
            Optional<JsonValue> target = current.map(Payload::toJson);
            return patch.apply(target).map(Payload::json);
        }
    }

    /** Removes the value. */
    record Remove() implements Edit {}
}
