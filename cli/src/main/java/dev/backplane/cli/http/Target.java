package dev.backplane.cli.http;

import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/**
 * The suite that a command calls.
 *
 * @param stage the name of the stage; {@code local} is a suite on this machine
 */
public record Target(String stage, URI address) {

    /** The stage that {@code ./backplane up} runs, as far as this command line is concerned. */
    public static final String LOCAL = "local";

    static final int DEFAULT_PORT = 4510;
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /** The options that choose a suite, each absent if the command line does not have it. */
    public record Choice(Optional<String> stage, Optional<String> url, Optional<Integer> port) {}

    /** Returns the chosen suite. The command line has priority over the environment. */
    public static Target of(Choice choice, Terminal terminal) {
        String stage =
                choice.stage().or(() -> terminal.variable("BACKPLANE_STAGE")).orElse(LOCAL);
        Optional<URI> address = choice.port()
                .map(port -> URI.create("http://127.0.0.1:" + port))
                .or(() -> choice.url()
                        .or(() -> terminal.variable("BACKPLANE_URL"))
                        .map(Target::parsed));
        Target target = new Target(stage, address.orElseGet(() -> defaultOf(stage, terminal)));
        if (target.local() && !LOOPBACK.contains(target.address().getHost())) {
            throw new Failure(
                    Kind.USAGE, target.address() + " is not on this machine; name its stage with --stage NAME.");
        }
        return target;
    }

    private static URI defaultOf(String stage, Terminal terminal) {
        if (stage.equals(LOCAL)) {
            return URI.create("http://127.0.0.1:" + DEFAULT_PORT);
        }
        return new SessionFile(stage, terminal)
                .read()
                .map(session -> parsed(session.address()))
                .orElseThrow(() -> new Failure(
                        Kind.SIGNED_OUT,
                        "Not signed in to stage " + stage + ". Run: backplane login --stage " + stage
                                + " --url https://..."));
    }

    private static URI parsed(String url) {
        try {
            URI uri = new URI(url.replaceFirst("/+$", ""));
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null && uri.getRawPath().isEmpty() && uri.getRawQuery() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new Failure(Kind.USAGE, "'" + url + "' is not an address such as http://127.0.0.1:4510.");
    }

    public boolean local() {
        return stage.equals(LOCAL);
    }
}
