package dev.backplane.local.apigateway;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The key of an HTTP API's route, such as {@code GET /aliases/{hostname}/{basePath+}} or {@code $default}.
 *
 * @param method an HTTP method or {@code ANY}
 * @param segments the path segments; none for {@code $default}
 */
record RouteKey(String text, String method, List<Segment> segments) {

    static final String ANY = "ANY";
    static final String DEFAULT = "$default";

    /**
     * Orders most specific routes first. Greedy routes come last, and among equals the earlier segment
     * decides: a literal before a variable.
     */
    static final Comparator<RouteKey> MOST_SPECIFIC_FIRST = Comparator.comparing(RouteKey::isDefault)
            .thenComparing(RouteKey::isGreedy)
            .thenComparing(RouteKey::ranks)
            .thenComparing(key -> key.method.equals(ANY));

    /** A path segment of a route. */
    sealed interface Segment {

        /** A literal segment. */
        record Literal(String text) implements Segment {}

        /** A variable for one segment. */
        record Variable(String name) implements Segment {}

        /** A variable for the rest of the path, at least one character. */
        record Greedy(String name) implements Segment {}
    }

    static RouteKey parse(String key) {
        if (key.equals(DEFAULT)) {
            return new RouteKey(key, ANY, List.of());
        }
        int space = key.indexOf(' ');
        if (space < 1 || space + 1 == key.length() || key.charAt(space + 1) != '/') {
            throw new IllegalArgumentException("the route key " + key + " is not of the form METHOD /path");
        }
        List<Segment> segments =
                split(key.substring(space + 1)).stream().map(RouteKey::segment).toList();
        for (Segment segment : segments.subList(0, segments.size() - 1)) {
            if (segment instanceof Segment.Greedy) {
                throw new IllegalArgumentException("the route key " + key + " has a greedy variable before its end");
            }
        }
        return new RouteKey(key, key.substring(0, space), segments);
    }

    /** Returns the segments of a path; a trailing slash adds an empty one. */
    static List<String> split(String path) {
        return Arrays.asList(path.substring(1).split("/", -1));
    }

    private static Segment segment(String text) {
        if (!text.startsWith("{") || !text.endsWith("}")) {
            return new Segment.Literal(text);
        }
        String name = text.substring(1, text.length() - 1);
        return name.endsWith("+")
                ? new Segment.Greedy(name.substring(0, name.length() - 1))
                : new Segment.Variable(name);
    }

    boolean isDefault() {
        return segments.isEmpty();
    }

    private boolean isGreedy() {
        return !isDefault() && segments.getLast() instanceof Segment.Greedy;
    }

    /** Returns the path as the key has it, empty for {@code $default}. */
    String path() {
        return isDefault() ? "" : text.substring(text.indexOf(' ') + 1);
    }

    /** Returns a form that is equal for keys that match the same requests. */
    String shape() {
        return isDefault()
                ? DEFAULT
                : method + " " + segments.stream().map(RouteKey::shape).toList();
    }

    private static String shape(Segment segment) {
        return switch (segment) {
            case Segment.Literal(String text) -> text;
            case Segment.Variable variable -> "{}";
            case Segment.Greedy greedy -> "{+}";
        };
    }

    boolean takes(String requestMethod) {
        return method.equals(ANY) || method.equals(requestMethod);
    }

    /** Returns whether the key matches some path with this first segment. */
    boolean startsWith(String segment) {
        return isDefault() || !(segments.getFirst() instanceof Segment.Literal(String text)) || text.equals(segment);
    }

    /** Returns the variables of a matching path. */
    Optional<Map<String, String>> match(List<String> decodedSegments) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (isDefault()) {
            return Optional.of(variables);
        }
        boolean fits =
                isGreedy() ? decodedSegments.size() >= segments.size() : decodedSegments.size() == segments.size();
        for (int i = 0; fits && i < segments.size(); i++) {
            String value = segments.get(i) instanceof Segment.Greedy
                    ? String.join("/", decodedSegments.subList(i, decodedSegments.size()))
                    : decodedSegments.get(i);
            fits = take(segments.get(i), value, variables);
        }
        return fits ? Optional.of(variables) : Optional.empty();
    }

    private static boolean take(Segment segment, String value, Map<String, String> variables) {
        return switch (segment) {
            case Segment.Literal(String text) -> text.equals(value);
            case Segment.Variable(String name) -> put(variables, name, value);
            case Segment.Greedy(String name) -> put(variables, name, value);
        };
    }

    private static boolean put(Map<String, String> variables, String name, String value) {
        variables.put(name, value);
        return !value.isEmpty();
    }

    private String ranks() {
        return segments.stream().map(RouteKey::rank).collect(Collectors.joining());
    }

    private static String rank(Segment segment) {
        return switch (segment) {
            case Segment.Literal literal -> "0";
            case Segment.Variable variable -> "1";
            case Segment.Greedy greedy -> "2";
        };
    }
}
