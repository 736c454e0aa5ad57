package dev.backplane.infra.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads untyped context values and collects all problems, so that one run reports them all. */
final class ContextReader {

    private final Map<String, ?> values;
    private final String prefix;
    private final List<String> problems;

    ContextReader(Map<String, ?> values, Collection<String> knownNames) {
        this(values, knownNames, "", new ArrayList<>());
    }

    private ContextReader(Map<String, ?> values, Collection<String> knownNames, String prefix, List<String> problems) {
        this.values = values;
        this.prefix = prefix;
        this.problems = problems;
        values.keySet().stream()
                .filter(name -> !knownNames.contains(name))
                .sorted()
                .forEach(name -> problems.add(prefix + name + " is not a setting; known settings are " + knownNames));
    }

    /** Reads a setting that has settings of its own; {@code -c} can only give texts. */
    ContextReader object(String name, Collection<String> knownNames) {
        Map<String, Object> members = new TreeMap<>();
        if (values.get(name) instanceof Map<?, ?> object) {
            object.forEach((member, value) -> members.put(String.valueOf(member), value));
        } else {
            require(!has(name), name, "must be an object with " + knownNames + ", in cdk.json");
        }
        return new ContextReader(members, knownNames, prefix + name + ".", problems);
    }

    /** Reads a list of objects. */
    List<ContextReader> objects(String name, Collection<String> knownNames) {
        List<ContextReader> readers = new ArrayList<>();
        if (values.get(name) instanceof Collection<?> list) {
            list.forEach(element -> {
                String place = name + "[" + readers.size() + "]";
                Map<String, Object> members = new TreeMap<>();
                if (element instanceof Map<?, ?> object) {
                    object.forEach((member, value) -> members.put(String.valueOf(member), value));
                } else {
                    require(false, place, "must be an object with " + knownNames);
                }
                readers.add(new ContextReader(members, knownNames, prefix + place + ".", problems));
            });
        } else {
            require(!has(name), name, "must be a list of objects with " + knownNames + ", in cdk.json");
        }
        return readers;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    @Nullable Object value(String name) {
        return values.get(name);
    }

    void require(boolean condition, String name, String problem) {
        if (!condition) {
            problems.add(prefix + name + " " + problem);
        }
    }

    Optional<String> text(String name, Pattern pattern) {
        Optional<String> text = Optional.ofNullable(values.get(name)).map(Object::toString);
        text.ifPresent(value -> require(pattern.matcher(value).matches(), name, "must match " + pattern));
        return text;
    }

    /** Reads a list, or comma-separated text, because {@code -c} only passes text. */
    List<String> texts(String name) {
        Stream<?> entries = switch (values.get(name)) {
            case null -> Stream.empty();
            case Collection<?> list -> list.stream();
            case Object text -> Stream.of(text.toString().split(",", -1));
        };
        List<String> texts = entries.map(Object::toString).map(String::strip).toList();
        boolean present = !texts.isEmpty() && texts.stream().noneMatch(String::isEmpty);
        require(!has(name) || present, name, "must have at least one value and no empty one");
        return texts;
    }

    Optional<Integer> positive(String name) {
        Optional<Integer> number = integer(name);
        number.ifPresent(value -> require(value > 0, name, "must be greater than 0"));
        return number;
    }

    Optional<Integer> within(String name, int min, int max) {
        Optional<Integer> number = integer(name);
        number.ifPresent(value -> require(value >= min && value <= max, name, "must be from " + min + " to " + max));
        return number;
    }

    /**
     * Reads a required number from a set of allowed ones; returns 0 for an invalid number until {@link #finish} throws.
     */
    int oneOf(String name, List<Integer> allowed) {
        require(has(name), name, "is missing");
        Optional<Integer> number = integer(name);
        number.ifPresent(value -> require(allowed.contains(value), name, "must be one of " + allowed));
        return number.orElse(0);
    }

    private Optional<Integer> integer(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Integer.valueOf(String.valueOf(values.get(name))));
        } catch (NumberFormatException notANumber) {
            require(false, name, "must be a whole number");
            return Optional.empty();
        }
    }

    void finish(String subject) {
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(
                    "The settings of " + subject + " in the CDK context are invalid: " + String.join("; ", problems));
        }
    }
}
