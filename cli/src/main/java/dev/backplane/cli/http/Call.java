package dev.backplane.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.http.Failure.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One call of an API, while a command fills it in. */
public final class Call {

    private static final Pattern PLACE = Pattern.compile("/\\{(\\w+)}");

    private final String method;
    private final String template;
    private final Map<String, String> path = new LinkedHashMap<>();
    private final Map<String, String> query = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable JsonNode body;

    /**
     * @param template the path; a last segment whose value is not set is left out
     */
    public Call(String method, String template) {
        this.method = method;
        this.template = template;
    }

    /** Sets a segment of the path. API Gateway decodes paths before it matches them, so some characters cannot work. */
    public void path(String name, String value) {
        checkSegment(name, value, "/\\?#%");
        path.put(name, encoded(value));
    }

    /** Sets the rest of the path to an alias: a host name and possibly a base path. */
    public void aliasPath(String name, String alias) {
        checkSegment(name, alias, "\\?#%");
        path.put(name, encoded(alias).replace("%2F", "/"));
    }

    private static void checkSegment(String name, String value, String excluded) {
        if (value.isEmpty() || value.chars().anyMatch(c -> excluded.indexOf(c) >= 0 || Character.isISOControl(c))) {
            throw new Failure(
                    Kind.USAGE,
                    "'" + value + "' cannot be a value of " + name + ": it must not be empty and must not contain "
                            + String.join(" ", excluded.split("")) + " or control characters.");
        }
    }

    public void query(String name, String value) {
        query.put(name, value);
    }

    public void header(String name, String value) {
        headers.put(name, value);
    }

    /** Sets a member of the JSON object in the body. */
    public void member(String name, JsonNode value) {
        if (body == null) {
            body = JsonNodeFactory.instance.objectNode();
        }
        ((ObjectNode) body).set(name, value);
    }

    public void body(JsonNode value) {
        body = value;
    }

    public String method() {
        return method;
    }

    Map<String, String> headers() {
        return headers;
    }

    Optional<JsonNode> body() {
        return Optional.ofNullable(body);
    }

    /** Returns the path with the query. */
    String target() {
        Matcher places = PLACE.matcher(template);
        String filled = places.replaceAll(place -> Optional.ofNullable(path.get(place.group(1)))
                .map(value -> Matcher.quoteReplacement("/" + value))
                .orElse(""));
        return query.isEmpty()
                ? filled
                : filled + "?"
                        + query.entrySet().stream()
                                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                                .collect(Collectors.joining("&"));
    }

    /** Returns a text in the form of a path or query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
