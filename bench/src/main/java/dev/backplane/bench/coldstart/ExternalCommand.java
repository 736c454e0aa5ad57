package dev.backplane.bench.coldstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs programs that may not be installed. */
final class ExternalCommand {

    private ExternalCommand() {}

    /** Returns the output of a command; empty if it is not installed or fails. */
    static Optional<String> run(Path folder, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " ran", e);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
