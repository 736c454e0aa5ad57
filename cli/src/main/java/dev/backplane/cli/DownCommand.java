package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "down",
        description = "Stops the suite that runs in the background.",
        footer = {"", "Example:", "  backplane down"})
final class DownCommand implements Callable<Integer> {

    private static final int SECONDS = 10;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "N",
            description = "Its port; 4510 if absent.")
    private int port = 4510;

    private final Terminal terminal;

    DownCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Background suite = Background.of(terminal, port);
        Optional<ProcessHandle> process = suite.process();
        if (process.isPresent()) {
            stop(process.get());
        }
        forget(suite);
        terminal.out()
                .println(
                        process.isPresent()
                                ? "The suite on port " + port + " has stopped."
                                : "No suite runs in the background on port " + port + ".");
        return 0;
    }

    private static void stop(ProcessHandle process) throws Exception {
        process.destroy();
        try {
            process.onExit().get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            process.onExit().get(SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void forget(Background suite) throws IOException {
        Files.deleteIfExists(suite.pidFile());
    }
}
