package dev.backplane.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The text printed after the start. */
final class Banner {

    private Banner() {}

    static String of(URI address, Optional<Path> data, Duration untilReady) {
        // AWS calls need no token, and any credentials are accepted.
        return String.format(
                Locale.ROOT,
                """
                Backplane is ready at %s after %.1f s, %s. Ctrl-C stops it.
                  APIs:  open the address in a browser, and get a token with: ./backplane token --port %d
                  AWS:   aws --endpoint-url %s dynamodb list-tables
                """,
                address,
                untilReady.toMillis() / 1000.0,
                data.map(folder -> "with its data in " + folder).orElse("with its data in memory"),
                address.getPort(),
                address);
    }
}
