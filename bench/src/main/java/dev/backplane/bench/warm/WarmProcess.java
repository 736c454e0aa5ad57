package dev.backplane.bench.warm;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.runtime.ManagedJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the measured code in a separate process with Lambda's JVM flags, and DynamoDB Local in this one.
 *
 * <p>With those flags the engine would be slower, and the relative overhead of handlers would look smaller.
 */
final class WarmProcess {

    private WarmProcess() {}

    /** Measures all operations. */
    static List<Result> measure(Repetitions effort) {
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory()) {
            Process process = new ProcessBuilder(command(engine.endpoint(), effort))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                List<Result> results = lines.lines().map(Result::parse).toList();
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("the measured process ended with " + process.exitValue());
                }
                return results;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while another process measures", e);
        }
    }

    private static List<String> command(URI engine, Repetitions effort) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagedJava.SNAPSHOT_FLAGS);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WarmMain.class.getName()));
        command.add(engine.toString());
        command.addAll(effort.toArguments());
        return command;
    }
}
