package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Callback;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.http.Pkce;
import dev.backplane.cli.http.SessionFile;
import dev.backplane.cli.http.SessionFile.Session;
import dev.backplane.cli.output.Terminal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "login",
        description =
                "Signs in to a stage: a person in the browser, or a machine with --client-id. The tokens are kept in"
                        + " a file that only you can read.",
        footer = {
            "",
            "Example:",
            "  backplane login --stage prod --url https://backplane.example.com",
            "  BACKPLANE_CLIENT_SECRET=... backplane login --stage prod --url https://backplane.example.com --client-id abc"
        })
final class LoginCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Option(names = "--client-id", paramLabel = "ID", description = "The client of a machine.")
    private @Nullable String clientId;

    @Option(
            names = "--client-secret",
            paramLabel = "TEXT",
            description = "Its secret, or BACKPLANE_CLIENT_SECRET, which other users of this machine cannot see.")
    private @Nullable String clientSecret;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    LoginCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            JsonNode config = connection.config();
            if (!config.has("tokenUrl")) {
                throw new Failure(
                        Kind.REFUSED,
                        "The tokens of this stage come from "
                                + config.path("issuer").asText() + ". Get one there and set BACKPLANE_TOKEN.");
            }
            Session session = clientId == null ? person(connection, config) : machine(connection, config, clientId);
            SessionFile file = new SessionFile(connection.target().stage(), terminal);
            file.write(session);
            terminal.out()
                    .println("Signed in to stage " + connection.target().stage() + " at "
                            + connection.target().address() + ". The session is in " + file.path() + ".");
            return 0;
        }
    }

    private Session machine(Connection connection, JsonNode config, String id) {
        String secret = Optional.ofNullable(clientSecret)
                .or(() -> terminal.variable("BACKPLANE_CLIENT_SECRET"))
                .orElseThrow(() -> new Failure(Kind.USAGE, "A client needs its secret: set BACKPLANE_CLIENT_SECRET."));
        Session start = start(connection, config, id, Optional.of(secret));
        return connection
                .tokens()
                .sign(start, Map.of("grant_type", "client_credentials", "client_id", id, "client_secret", secret));
    }

    private Session person(Connection connection, JsonNode config) {
        Pkce pkce = Pkce.create();
        try (Callback callback = Callback.listen(pkce.state())) {
            String id = config.path("clientId").asText();
            URI page = pkce.page(config.path("authorizeUrl").asText(), id, callback.address());
            terminal.err().println("Sign in on this page: " + page);
            terminal.err().flush();
            if (!terminal.browser().open(page)) {
                terminal.err().println("No browser can be started; open the page yourself, on this machine.");
            }
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", "authorization_code");
            form.put("client_id", id);
            form.put("code", callback.code(PATIENCE));
            form.put("redirect_uri", callback.address().toString());
            form.put("code_verifier", pkce.verifier());
            return connection.tokens().sign(start(connection, config, id, Optional.empty()), form);
        }
    }

    private static Session start(Connection connection, JsonNode config, String id, Optional<String> secret) {
        return new Session(
                connection.target().address().toString(),
                config.path("tokenUrl").asText(),
                id,
                secret,
                "",
                Optional.empty(),
                Instant.EPOCH);
    }
}
