package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
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
            connection.exchange().get("/config.json");
            terminal.out().println(site);
            open(site, terminal);
            return 0;
        }
    }

    /** Opens a page in the browser of the person at the terminal, who has its address if there is no browser. */
    static void open(URI page, Terminal terminal) {
        if (!terminal.interactive()) {
            return;
        }
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        try {
            new ProcessBuilder(mac ? "open" : "xdg-open", page.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            terminal.err().println("No browser can be started; open the address yourself.");
        }
    }
}
