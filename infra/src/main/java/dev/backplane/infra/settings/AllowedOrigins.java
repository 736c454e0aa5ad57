package dev.backplane.infra.settings;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the origins whose pages may call the APIs of a stage from a browser. */
final class AllowedOrigins {

    static final String NAME = "allowedOrigins";

    // As browsers send them: lower case, without a path, and without the default port.
    private static final Pattern ORIGIN = Pattern.compile(
            "https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::(?!443$)\\d{1,5})?|http://(?:localhost|127\\.0\\.0\\.1):(?!80$)\\d{1,5}");

    private AllowedOrigins() {}

    static List<String> read(ContextReader reader) {
        if (reader.value(NAME) instanceof Collection<?> list && list.isEmpty()) {
            return List.of();
        }
        List<String> origins = reader.texts(NAME);
        for (String origin : origins) {
            reader.require(
                    ORIGIN.matcher(origin).matches(),
                    NAME,
                    "must be origins such as https://app.example.com or http://localhost:5173, in lower case, without a"
                            + " path or the default port, and not " + origin);
        }
        return origins.stream().distinct().toList();
    }
}
