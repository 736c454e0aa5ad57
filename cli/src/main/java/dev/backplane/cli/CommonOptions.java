package dev.backplane.cli;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.http.Target;
import dev.backplane.cli.output.Format;
import dev.backplane.cli.output.Terminal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that calls the suite. */
final class CommonOptions {

    @Option(
            names = "--stage",
            paramLabel = "NAME",
            description = "The stage, or BACKPLANE_STAGE; local, a suite on this machine, if absent.")
    private @Nullable String stage;

    @Option(names = "--url", paramLabel = "URL", description = "The address of the suite, or BACKPLANE_URL.")
    private @Nullable String url;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "N",
            description = "The port of a suite on this machine; 4510 if absent.")
    private @Nullable Integer port;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table (for people), json, yaml or csv.")
    private Format format = Format.TABLE;

    @Option(names = "--verbose", description = "Print each HTTP exchange; tokens are masked.")
    private boolean verbose;

    /** Returns whether sentences may take the place of data. */
    boolean readByPeople() {
        return format == Format.TABLE;
    }

    /** Opens the chosen suite, if it runs on this machine: only that has what the command needs. */
    Connection connectToThisMachine(Terminal terminal) {
        Connection connection = connect(terminal);
        if (!connection.target().local()) {
            connection.close();
            throw new Failure(Kind.USAGE, "This command is for a suite on this machine.");
        }
        return connection;
    }

    /** Opens the chosen suite. */
    Connection connect(Terminal terminal) {
        Target.Choice choice =
                new Target.Choice(Optional.ofNullable(stage), Optional.ofNullable(url), Optional.ofNullable(port));
        return Connection.open(Target.of(choice, terminal), terminal, verbose, format);
    }
}
