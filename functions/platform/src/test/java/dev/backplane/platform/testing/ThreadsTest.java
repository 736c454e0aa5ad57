package dev.backplane.platform.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.testing.Threads.Race;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
}
