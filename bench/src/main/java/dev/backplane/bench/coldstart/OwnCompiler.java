package dev.backplane.bench.coldstart;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The compiler of this process, in which TLS and DynamoDB Local run.
 *
 * <p>On AWS they have other processors than the function that calls them. Here it would take them from it, at moments
 * that have nothing to do with what is measured.
 */
final class OwnCompiler {

    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int QUIET_LOOKS = 5;
    private static final int MOST_LOOKS = 200;

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    private OwnCompiler() {}

    /** Waits until it has finished nothing for a while, or two seconds have gone by. */
    static void awaitQuiet() {
        long last = COMPILER.getTotalCompilationTime();
        int quiet = 0;
        for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
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
