package dev.backplane.userdata;

import dev.backplane.platform.json.JsonValue;
import java.util.Optional;

/** What a caller wants done to the value under a key. */
public sealed interface Edit {

    /** Puts a value in the place of whatever there is. */
    record Replace(Payload payload) implements Edit {}

    /** Changes a JSON value, or creates one. */
    record Merge(Patch patch) implements Edit {

        /** Returns the changed value, or empty when the stored one cannot be changed so. */
        public Optional<Payload> apply(Optional<Payload> current) {
            Optional<JsonValue> target = current.map(Payload::toJson);
            return patch.apply(target).map(Payload::json);
        }
    }

    /** Takes the value away. */
    record Remove() implements Edit {}
}
