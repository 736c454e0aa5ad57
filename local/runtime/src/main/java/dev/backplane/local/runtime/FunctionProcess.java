package dev.backplane.local.runtime;

import dev.backplane.local.runtime.RuntimeApi.Answer;
import dev.backplane.local.runtime.RuntimeApi.Credentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running instance of a function with its own Runtime API. Closing this ends the process. */
public final class FunctionProcess implements AutoCloseable {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final String INITIALIZATION = "AWS_LAMBDA_INITIALIZATION_TYPE";
    private static final String SNAP_START = "snap-start";

    private final RuntimeApi api = new RuntimeApi();
    private final Process process;
    private final Thread watcher;
    private final Path output;
    private final long start;

    /**
     * The configuration of a function's process.
     *
     * @param folder the function's folder, which is its working directory
     * @param handler the class and method of a Java function, or the handler in another runtime's notation
     * @param environment the environment, without the variables that the runtime sets
     */
    public record Launch(List<String> command, Path folder, String handler, Map<String, String> environment) {

        public Launch {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** Returns the same configuration for a function with a snapshot. */
        public Launch withSnapshot() {
            return with(Map.of(INITIALIZATION, SNAP_START));
        }

        /** Returns the same configuration with additional environment variables. */
        public Launch with(Map<String, String> more) {
            Map<String, String> all = new HashMap<>(environment);
            all.putAll(more);
            return new Launch(command, folder, handler, all);
        }
    }

    public FunctionProcess(Launch launch) {
        try {
            output = Files.createTempFile("function", ".log");
            ProcessBuilder builder = new ProcessBuilder(launch.command())
                    .directory(launch.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
            // Nothing of the caller's own environment, as on Lambda.
            builder.environment().clear();
            builder.environment().put("PATH", path);
            builder.environment().putAll(told(launch));
            builder.environment().putAll(launch.environment());
            start = System.nanoTime();
            process = builder.start();
        } catch (IOException e) {
            api.close();
            throw new UncheckedIOException(e);
        }
        watcher = Thread.ofVirtual().start(() -> {
            int exit = process.onExit().join().exitValue();
            api.giveUp("the process ended with " + exit + ":\n" + output());
        });
    }

    /** Returns the variables that the runtime sets for every function. */
    private Map<String, String> told(Launch launch) {
        Map<String, String> told = new HashMap<>(Map.of(
                "LANG", "C.UTF-8",
                "TZ", ":UTC",
                "AWS_REGION", "us-east-1",
                "AWS_LAMBDA_RUNTIME_API", api.address(),
                "AWS_LAMBDA_FUNCTION_NAME", "local",
                "AWS_LAMBDA_FUNCTION_VERSION", "1",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024",
                "LAMBDA_TASK_ROOT", launch.folder().toString(),
                "_HANDLER", launch.handler(),
                "AWS_EC2_METADATA_DISABLED", "true"));
        if (SNAP_START.equals(launch.environment().get(INITIALIZATION))) {
            told.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", api.credentialsAddress());
            told.put("AWS_CONTAINER_AUTHORIZATION_TOKEN", "local");
        } else {
            told.put("AWS_ACCESS_KEY_ID", Credentials.KEY);
            told.put("AWS_SECRET_ACCESS_KEY", Credentials.SECRET);
            told.put("AWS_SESSION_TOKEN", Credentials.TOKEN);
        }
        return told;
    }

    /** Returns the start time, by {@link System#nanoTime}. */
    public long start() {
        return start;
    }

    /** Invokes the function and waits for its response. */
    public Answer invoke(byte[] event) {
        Answer answer = await(api.invoke(event));
        if (answer.failed()) {
            throw new FunctionFailedException("the function failed: " + answer.payload() + "\n" + output());
        }
        return answer;
    }

    /** Waits until the function is ready for its snapshot. */
    public void awaitSnapshot() {
        await(api.snapshot());
    }

    /** Restores the function from its snapshot. */
    public void restore() {
        api.restore();
    }

    /** Waits until the function requests its first event, and returns the time by {@link System#nanoTime}. */
    public long awaitReady() {
        return await(api.ready());
    }

    /** Returns the processor time of the process; the kernel counts in hundredths of a second. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns the resident memory of the process in bytes. */
    public long residentBytes() {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the output of the process. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(ANSWER_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new FunctionFailedException(String.valueOf(e.getMessage()));
        } catch (TimeoutException e) {
            throw new FunctionFailedException("no response within " + ANSWER_TIMEOUT.toSeconds() + " s:\n" + output());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FunctionFailedException("interrupted");
        }
    }

    /** Waits for the process to end after it was asked to. */
    public int awaitExit() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        api.close();
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
