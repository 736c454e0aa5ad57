package dev.backplane.local.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds threads that would keep a JVM alive. */
final class Threads {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Threads() {}

    static Set<Thread> notDaemons() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    static void awaitEndOfAllBut(Set<Thread> known) {
        Instant deadline = Instant.now().plus(TIMEOUT);
        Set<Thread> left = new HashSet<>(notDaemons());
        left.removeAll(known);
        for (Thread thread : left) {
            try {
                thread.join(Duration.between(Instant.now(), deadline));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            assertThat(thread.isAlive()).as("%s has ended", thread).isFalse();
        }
    }
}
