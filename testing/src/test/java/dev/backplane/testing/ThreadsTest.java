package dev.backplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.testing.Threads.Race;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    @Test
    void race_runsAllThreadsAtTheSameTime() {
        CountDownLatch all = new CountDownLatch(32);

        Race<Boolean> race = Threads.race(32, _ -> {
            all.countDown();
            return all.await(2, TimeUnit.MINUTES);
        });

        assertThat(race.allResults()).hasSize(32).containsOnly(true);
    }

    @Test
    void race_tellsEachThreadWhichOneItIs() {
        assertThat(Threads.race(8, thread -> thread).allResults())
                .containsExactlyElementsOf(IntStream.range(0, 8).boxed().toList());
    }

    @Test
    void race_whenThreadsFail_keepsResultsAndFailuresApart() {
        Race<String> race = Threads.race(4, thread -> {
            if (thread % 2 == 0) {
                throw new IllegalStateException("thread " + thread);
            }
            return "result " + thread;
        });

        assertThat(race.results()).containsExactly("result 1", "result 3");
        assertThat(race.failures()).extracting(Throwable::getMessage).containsExactly("thread 0", "thread 2");
        assertThatThrownBy(race::allResults).isInstanceOf(AssertionError.class).hasMessage("2 threads failed");
    }

    @Test
    void untilServed_whenContended_callsAgain() {
        assertThat(Threads.untilServed(refused("CONTENDED", 3))).isEqualTo("call 4");
    }

    @Test
    void untilServed_whenRefusedForAnotherReason_throwsTheRefusal() {
        assertThatThrownBy(() -> Threads.untilServed(refused("THROTTLED", 1))).hasMessage("call 1");
    }

    @Test
    void untilServed_whenItsTimeIsUp_throwsTheRefusal() {
        assertThatThrownBy(() -> Threads.untilServed(refused("CONTENDED", 1), Duration.ZERO))
                .hasMessage("call 1");
    }

    @Test
    void untilServed_whenTheThreadIsInterrupted_throwsTheRefusal() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Threads.untilServed(refused("CONTENDED", 1))).hasMessage("call 1");

        assertThat(Thread.interrupted()).isTrue();
    }

    /** A call that is rejected a number of times. */
    private static Supplier<String> refused(String code, int times) {
        AtomicInteger calls = new AtomicInteger();
        return () -> {
            String call = "call " + calls.incrementAndGet();
            if (calls.get() <= times) {
                throw new Unavailable(code, call, Duration.ofMillis(1));
            }
            return call;
        };
    }
}
