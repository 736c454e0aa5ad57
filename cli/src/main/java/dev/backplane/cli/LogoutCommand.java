package dev.backplane.cli;

import dev.backplane.cli.http.SessionFile;
import dev.backplane.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "logout",
        description = "Ends the session with a stage and deletes its tokens.",
        footer = {"", "Example:", "  backplane logout --stage prod"})
final class LogoutCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    LogoutCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            String stage = connection.target().stage();
            var session = connection.tokens().session();
            // The tokens are gone from this machine even if the issuer does not respond.
            boolean signedIn = new SessionFile(stage, terminal).delete();
            session.ifPresent(connection.tokens()::revoke);
            terminal.out().println((signedIn ? "Signed out of stage " : "Not signed in to stage ") + stage + ".");
            return 0;
        }
    }
}
