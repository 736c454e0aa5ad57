package dev.backplane.platform.http;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Obj;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The members of an object in the body, declared as those of the body are. */
public final class Members {

    private final Input input;
    private final String path;
    private final Map<String, JsonValue> members;
    private final Set<String> known = new HashSet<>();
    private final boolean isObject;

    Members(Input input, String path, JsonValue value) {
        this.input = input;
        this.path = path;
        this.isObject = value instanceof Obj;
        this.members = value instanceof Obj(Map<String, JsonValue> found) ? found : Map.of();
        if (!isObject) {
            input.reject(path, "must be an object, but is " + value.kind());
        }
    }

    /** Declares a required member. */
    public <T> Supplier<T> required(String name, InputType<T> type) {
        known.add(name);
        // A value that is not an object is one error, not one for each member.
        return isObject
                ? input.required(field(name), members.get(name), type)
                : () -> {
                    throw new IllegalStateException("call verify() before reading values");
                };
    }

    /** Declares an optional member; null counts as absent. */
    public <T> Supplier<Optional<T>> optional(String name, InputType<T> type) {
        known.add(name);
        JsonValue value = members.get(name);
        return input.optional(field(name), value instanceof Null ? null : value, type);
    }

    void refuseOthers() {
        members.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> input.reject(field(name), "is unknown"));
    }

    private String field(String name) {
        return path + "." + name;
    }
}
