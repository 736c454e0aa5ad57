package dev.backplane.cli;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "token",
        description = "Prints an access token. For a suite on this machine it is a new one, with all scopes unless"
                + " --scope is given.",
        footer = {
            "",
            "Example:",
            "  backplane token --scope \"backplane/pool.read backplane/pool.self\" --sub bill@example.com"
        })
final class TokenCommand implements Callable<Integer> {

    @Option(names = "--scope", paramLabel = "SCOPES", description = "The scopes, separated by spaces.")
    private @Nullable String scope;

    @Option(names = "--sub", paramLabel = "USER", description = "A token of the person with this address.")
    private @Nullable String user;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    TokenCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            boolean local = connection.target().local();
            if (!local && (scope != null || user != null)) {
                throw new Failure(Kind.USAGE, "--scope and --sub are for a suite on this machine.");
            }
            String token = local
                    ? connection.tokens().local(Optional.ofNullable(scope), Optional.ofNullable(user))
                    : connection.tokens().current();
            terminal.out().println(token);
            return 0;
        }
    }
}
