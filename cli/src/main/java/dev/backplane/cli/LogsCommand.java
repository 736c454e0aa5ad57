package dev.backplane.cli;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "logs",
        description = "Prints the log of the suite that runs in the background: requests, lines of functions, events.",
        footer = {"", "Example:", "  backplane logs CreateLease --follow"})
final class LogsCommand implements Callable<Integer> {

    private static final Duration INTERVAL = Duration.ofMillis(300);

    @Parameters(arity = "0..1", paramLabel = "FUNCTION", description = "Only lines that contain this name.")
    private String function = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Print new lines until Ctrl-C.")
    private boolean follow;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "How many of the lines so far; 100 if absent.")
    private int lines = 100;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "N",
            description = "The port of the suite; 4510 if absent.")
    private int port = 4510;

    private final Terminal terminal;

    LogsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Background suite = Background.of(terminal, port);
        try (BufferedReader log = Files.newBufferedReader(suite.log())) {
            Deque<String> last = new ArrayDeque<>();
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                if (line.contains(function)) {
                    last.add(line);
                }
                if (last.size() > lines) {
                    last.remove();
                }
            }
            last.forEach(this::print);
            terminal.out().flush();
            if (follow) {
                follow(log, suite);
            }
            return 0;
        } catch (NoSuchFileException e) {
            throw new Failure(
                    Kind.UNREACHABLE,
                    "No suite runs in the background on port " + port
                            + ". Start one with: ./backplane up --detach --port " + port);
        }
    }

    /** Prints new lines until the suite has stopped. */
    private void follow(BufferedReader log, Background suite) throws IOException {
        boolean running = true;
        while (running && terminal.pause().await(INTERVAL)) {
            // In this order: lines that are written before the end are still read.
            running = suite.process().isPresent();
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                if (line.contains(function)) {
                    print(line);
                }
            }
            terminal.out().flush();
        }
    }

    private void print(String line) {
        terminal.out().println(Terminal.printable(line));
    }
}
