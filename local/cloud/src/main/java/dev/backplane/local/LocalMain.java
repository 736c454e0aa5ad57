package dev.backplane.local;

import dev.backplane.local.Arguments.UsageException;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The entry point of {@code ./backplane up}. */
public final class LocalMain {

    private static final Duration STOP_TIME = Duration.ofMillis(1_800);
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private LocalMain() {}

    /** Runs the local cloud until it is stopped. */
    public static void main(String[] words) {
        long start = System.nanoTime();
        try {
            Arguments arguments = Arguments.parse(List.of(words));
            if (arguments.help()) {
                System.out.println(Arguments.USAGE);
                return;
            }
            run(arguments, start);
        } catch (UsageException e) {
            end(WRONG_USAGE, e.getMessage() + "\n\n" + Arguments.USAGE);
        }
    }

    private static void run(Arguments arguments, long start) {
        AtomicReference<@Nullable LocalServer> running = new AtomicReference<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running.get())));
        if (Boolean.getBoolean("backplane.attached")) {
            stopWithParent();
        }
        try {
            LocalServer server = LocalServer.start(options(arguments), arguments.port(), output(arguments));
            running.set(server);
            if (arguments.verbose()) {
                server.cloud()
                        .templates()
                        .withoutEffect()
                        .forEach(line -> System.out.println("No local effect: " + line));
                server.cloud()
                        .buses()
                        .watch(event ->
                                System.out.println(event.bus() + ": " + event.source() + " " + event.detailType()));
            }
            Duration untilReady = Duration.ofNanos(System.nanoTime() - start);
            System.out.print(Banner.of(server.address(), arguments.data(), untilReady));
            System.out.flush();
        } catch (BindException e) {
            end(FAILED, "Port " + arguments.port() + " is in use; choose another with --port N.");
        } catch (IOException | RuntimeException e) {
            if (arguments.verbose()) {
                e.printStackTrace();
            }
            end(FAILED, "Cannot start: " + reason(e));
        }
    }

    /** The command that runs in the foreground may be killed without a chance to stop its suite. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void stopWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().exit(0)));
    }

    /** Returns the error message with its root cause. */
    private static String reason(Exception failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
        Throwable root = failure.getCause();
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        return root == null ? message : message + " (" + root + ")";
    }

    private static LocalCloud.Options options(Arguments arguments) {
        LocalCloud.Options options = LocalCloud.Options.of(arguments.templates())
                .withSpeed(arguments.speed())
                .withBuilds(arguments.builds());
        if (arguments.verbose()) {
            options = options.withLog(line -> System.out.println(line.group() + ": " + line.message()));
        }
        return arguments.data().map(options::withData).orElse(options);
    }

    private static LocalServer.Output output(Arguments arguments) {
        return new LocalServer.Output(
                arguments.verbose() ? System.out::println : line -> {}, line -> System.err.println(line));
    }

    /** Stops the server and exits with 0 instead of 130. */
    private static void stop(@Nullable LocalServer server) {
        if (server != null) {
            Thread closing = Thread.ofPlatform().daemon().start(server::close);
            try {
                closing.join(STOP_TIME);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        System.out.println("Backplane has stopped.");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Halts the process, because engine threads would keep it alive after a failure. */
    private static void end(int code, String message) {
        System.err.println(message);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }
}
