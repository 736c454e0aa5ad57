package dev.backplane.userdata;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Obj;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A change of a JSON value. */
public sealed interface Patch {

    /**
     * Returns the changed value, or empty when a value of this kind cannot be patched.
     *
     * @param target the current value, if there is one
     */
    Optional<JsonValue> apply(Optional<JsonValue> target);

    /** Overwrites the members that the patch contains, one level deep; null is a value like any other. */
    record Members(Obj members) implements Patch {

        @Override
        public Optional<JsonValue> apply(Optional<JsonValue> target) {
            if (target.isEmpty()) {
                return Optional.of(members);
            }
            if (!(target.get() instanceof Obj(Map<String, JsonValue> before))) {
                return Optional.empty();
            }
            Map<String, JsonValue> merged = new LinkedHashMap<>(before);
            merged.putAll(members.members());
            return Optional.of(new Obj(merged));
        }
    }

    /** A JSON merge patch (RFC 7396): null removes a member, objects are merged, other values are replaced. */
    record Merge(JsonValue patch) implements Patch {

        @Override
        public Optional<JsonValue> apply(Optional<JsonValue> target) {
            return Optional.of(merge(target, patch));
        }

        private static JsonValue merge(Optional<JsonValue> target, JsonValue patch) {
            if (!(patch instanceof Obj(Map<String, JsonValue> changes))) {
                return patch;
            }
            Map<String, JsonValue> merged = new LinkedHashMap<>();
            if (target.orElse(patch) instanceof Obj(Map<String, JsonValue> before) && target.isPresent()) {
                merged.putAll(before);
            }
            changes.forEach((name, change) -> {
                if (change instanceof Null) {
                    merged.remove(name);
                } else {
                    merged.put(name, merge(Optional.ofNullable(merged.get(name)), change));
                }
            });
            return new Obj(merged);
        }
    }
}
