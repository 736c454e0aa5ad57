package dev.backplane.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The text printed after the start. */
final class Banner {

    /** Example calls, shown if their routes exist. */
    private static final List<Map.Entry<String, String>> CALLS = List.of(
            Map.entry("POST /deployments", "-H 'Content-Type: application/json' -d '{}' "),
            Map.entry("GET /deployments", ""));

    private Banner() {}

    static String of(LocalServer server, Optional<Path> data, Duration untilReady) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Backplane is ready at %s after %.1f s, %s. Ctrl-C stops it.%n",
                server.address(),
                untilReady.toMillis() / 1000.0,
                data.map(folder -> "with its data in " + folder).orElse("with its data in memory")));
        text.append("Try:\n  TOKEN=").append(server.token()).append('\n');
        for (Map.Entry<String, String> call : CALLS) {
            if (server.routeKeys().contains(call.getKey())) {
                String path = call.getKey().substring(call.getKey().indexOf(' ') + 1);
                text.append("  curl -H \"Authorization: Bearer $TOKEN\" ")
                        .append(call.getValue())
                        .append(server.address())
                        .append(path)
                        .append('\n');
            }
        }
        // AWS calls need no token, and any credentials are accepted.
        text.append("  aws --endpoint-url ").append(server.address()).append(" dynamodb list-tables\n");
        return text.toString();
    }
}
