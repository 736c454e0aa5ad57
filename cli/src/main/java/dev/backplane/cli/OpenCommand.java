package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "open",
        description = "Opens the site of the suite in a browser. Without a terminal, only prints its address.",
        footer = {"", "Example:", "  backplane open"})
final class OpenCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    OpenCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            URI site = connection.target().address().resolve("/");
            // Refuses to open a page that no server responds with.
            connection.config();
            terminal.out().println(site);
            if (terminal.interactive() && !terminal.browser().open(site)) {
                terminal.err().println("No browser can be started; open the address yourself.");
            }
            return 0;
        }
    }
}
