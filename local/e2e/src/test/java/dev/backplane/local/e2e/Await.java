package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Retries like a caller that receives 503 and Retry-After. */
final class Await {

    private Await() {}

    /** Repeats a call while it is rejected as contended; fails if that does not end. */
    static Answer untilServed(Supplier<Answer> call) {
        long deadline = System.nanoTime() + Threads.PATIENCE.toNanos();
        while (true) {
            Answer answer = call.get();
            if (answer.status() != 503) {
                return answer;
            }
            assertThat(answer.code()).isEqualTo("CONTENDED");
            long seconds = Long.parseLong(answer.header("retry-after").orElseThrow());
            LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
            if (Thread.currentThread().isInterrupted() || System.nanoTime() - deadline > 0) {
                throw new AssertionError("interrupted, or all patience spent, and still " + answer);
            }
        }
    }
}
