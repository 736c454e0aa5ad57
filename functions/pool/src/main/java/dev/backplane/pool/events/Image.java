package dev.backplane.pool.events;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.Map;
import java.util.Optional;

/** An item as a stream record holds it, in DynamoDB's JSON. */
record Image(Map<String, JsonValue> attributes) {

    static final Image NONE = new Image(Map.of());

    static Image of(Obj image) {
        return new Image(image.members());
    }

    Optional<String> find(String name) {
        return typed(name, "S");
    }

    /** Returns a text that the item must have. */
    String text(String name) {
        return find(name).orElseThrow(() -> new InvalidValueException("stream record without " + name));
    }

    Optional<String> findNumber(String name) {
        return typed(name, "N");
    }

    /** Returns what a map holds; empty when the item has none of that name. */
    Image map(String name) {
        return attributes.get(name) instanceof Obj(var types) && types.get("M") instanceof Obj members
                ? of(members)
                : NONE;
    }

    /** Returns how many texts a set has; none when the item has none of that name. */
    int size(String name) {
        return attributes.get(name) instanceof Obj(var types) && types.get("SS") instanceof Arr(var elements)
                ? elements.size()
                : 0;
    }

    private Optional<String> typed(String name, String type) {
        return attributes.get(name) instanceof Obj(var types) && types.get(type) instanceof Text(String text)
                ? Optional.of(text)
                : Optional.empty();
    }
}
