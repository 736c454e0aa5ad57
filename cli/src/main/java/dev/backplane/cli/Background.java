package dev.backplane.cli;

import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.Progress;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The suite that {@code ./backplane up --detach} runs on a port.
 *
 * @param pidFile the file with its process id
 */
record Background(int port, Path log, Path pidFile) {

    // Another process may have got the id after a crash. Java only knows the start of a long command line.
    static final String FIRST_OPTION = "-Dbackplane.command=up";

    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final String READY = "Backplane is ready";
    private static final String HINT = " Ctrl-C stops it.";
    private static final int LAST_LINES = 20;

    static Background of(Terminal terminal, int port) {
        Path folder = Path.of(terminal.variable("BACKPLANE_ROOT").orElse("."), ".backplane", "run");
        return new Background(port, folder.resolve(port + ".log"), folder.resolve(port + ".pid"));
    }

    /** Returns the process, if it runs. */
    Optional<ProcessHandle> process() {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
                    .filter(process -> process.info().commandLine().orElse("").contains(FIRST_OPTION));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Starts the suite and returns when it is ready. */
    void start(List<String> command, Terminal terminal) {
        try (Progress progress = Progress.start(terminal, "Starting the suite")) {
            Files.createDirectories(log.getParent());
            Process process = Programs.background(command, terminal.environment(), log);
            Files.writeString(pidFile, process.pid() + "\n");
            Optional<String> ready = ready();
            while (ready.isEmpty() && process.isAlive() && terminal.pause().await(INTERVAL)) {
                ready = ready();
            }
            progress.stop();
            if (ready.isEmpty()) {
                Files.deleteIfExists(pidFile);
                throw failed();
            }
            terminal.out().println(ready.get().replace(HINT, ""));
            terminal.out()
                    .println("Its log: ./backplane logs -f --port " + port + "    Stop it: ./backplane down --port "
                            + port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<String> ready() throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith(READY))
                .findFirst();
    }

    private Failure failed() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return new Failure(
                Kind.REFUSED,
                "The suite did not start. The last lines of " + log + ":" + System.lineSeparator()
                        + String.join(
                                System.lineSeparator(),
                                lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
    }
}
