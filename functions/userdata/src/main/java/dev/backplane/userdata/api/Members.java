package dev.backplane.userdata.api;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts an answer's object together; unlike the generated writers, it prints what has no value as null. */
final class Members {

    private final Map<String, JsonValue> members = new LinkedHashMap<>();

    Members add(String name, JsonValue value) {
        members.put(name, value);
        return this;
    }

    Members text(String name, String value) {
        return add(name, new Text(value));
    }

    Members texts(String name, List<String> values) {
        return add(name, new Arr(values.stream().<JsonValue>map(Text::new).toList()));
    }

    Members number(String name, long value) {
        return add(name, new Num(Long.toString(value)));
    }

    Members number(String name, Optional<Long> value) {
        return value.map(present -> number(name, present)).orElseGet(() -> add(name, new Null()));
    }

    Members flag(String name, boolean value) {
        return add(name, new Bool(value));
    }

    Obj object() {
        return new Obj(members);
    }

    String json() {
        return object().compact();
    }
}
