package dev.backplane.bench.coldstart;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The JIT compiler of this process, which runs the TLS proxy and DynamoDB Local.
 *
 * <p>On AWS, DynamoDB does not share processors with the function. Here, compilation would disturb the measurement.
 */
final class JitCompiler {

    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int QUIET_LOOKS = 5;
    private static final int MAX_LOOKS = 200;

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    private JitCompiler() {}

    /** Waits until the compiler is idle, or for two seconds. */
    static void awaitQuiet() {
        long last = COMPILER.getTotalCompilationTime();
        int quiet = 0;
        for (int look = 0; look < MAX_LOOKS && quiet < QUIET_LOOKS; look++) {
            pause();
            long now = COMPILER.getTotalCompilationTime();
            quiet = now == last ? quiet + 1 : 0;
            last = now;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
