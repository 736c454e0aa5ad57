package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The suite that {@code ./backplane up --detach} runs on a port.
 *
 * @param pidFile the file with its process id
 */
record Background(Path log, Path pidFile) {

    // Another process may have got the id after a crash. Java only knows the start of a long command line.
    private static final String FIRST_OPTION = "-Dbackplane.command=up";

    static Background of(Terminal terminal, int port) {
        Path folder = Path.of(terminal.variable("BACKPLANE_ROOT").orElse("."), ".backplane", "run");
        return new Background(folder.resolve(port + ".log"), folder.resolve(port + ".pid"));
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
}
