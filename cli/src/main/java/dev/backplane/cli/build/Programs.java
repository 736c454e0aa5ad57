package dev.backplane.cli.build;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs other programs. One that runs when this process is stopped is stopped too. */
public final class Programs {

    private static final int STOP_SECONDS = 10;

    private final Terminal terminal;
    private final Path folder;

    /** What a program printed, and how it ended. */
    public record Result(int exit, String out, String err) {

        public boolean successful() {
            return exit == 0;
        }
    }

    /**
     * Creates a runner.
     *
     * @param folder the working folder of the programs
     */
    public Programs(Terminal terminal, Path folder) {
        this.terminal = terminal;
        this.folder = folder;
    }

    /** Returns a program that is not started yet, in the environment of this command with changes. */
    ProcessBuilder prepare(List<String> command, Map<String, String> changes) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(terminal.environment());
        builder.environment().putAll(changes);
        return builder;
    }

    /** Runs a program whose output people see, and returns its exit code. */
    public int show(List<String> command, Map<String, String> changes) {
        ProcessBuilder builder = prepare(command, changes);
        if (terminal.interactive()) {
            return await(start(builder.inheritIO()), () -> {});
        }
        Process process = start(builder.redirectInput(Path.of("/dev/null").toFile()));
        Thread errors = Thread.ofPlatform().start(() -> copy(process.getErrorStream(), terminal.err()));
        copy(process.getInputStream(), terminal.out());
        int exit = await(process, () -> {});
        join(errors);
        return exit;
    }

    /** Runs a program and returns its output. */
    public Result read(List<String> command, Map<String, String> changes) {
        Process process = start(
                prepare(command, changes).redirectInput(Path.of("/dev/null").toFile()));
        StringBuilder err = new StringBuilder();
        Thread errors = Thread.ofPlatform().start(() -> err.append(text(process.getErrorStream())));
        String out = text(process.getInputStream());
        int exit = await(process, () -> {});
        join(errors);
        return new Result(exit, out.strip(), err.toString().strip());
    }

    /**
     * Starts a program that goes on when this process and its terminal have ended.
     *
     * @param log the file for its output
     */
    public static Process background(List<String> command, Map<String, String> environment, Path log) {
        // A shell can ignore the signal of a closed terminal, and what it then becomes still ignores it.
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return start(builder);
    }

    static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Failure(Kind.REFUSED, "Cannot start " + builder.command().getFirst() + ": " + e.getMessage());
        }
    }

    /**
     * Waits for a program. Ctrl-C also reaches it; this process ends after it, with its exit code.
     *
     * @param stopping runs before this process ends because of a signal
     */
    static int await(Process process, Runnable stopping) {
        Thread hook = new Thread(() -> {
            stopping.run();
            Runtime.getRuntime().halt(stopped(process));
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            int exit = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(hook);
            return exit;
        } catch (InterruptedException | IllegalStateException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.INTERRUPTED, "Stopped.");
        }
    }

    private static int stopped(Process process) {
        try {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            return Kind.INTERRUPTED.exitCode();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(InputStream from, PrintWriter to) {
        try (BufferedReader lines = reader(from)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                to.println(line);
                to.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader reader(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
