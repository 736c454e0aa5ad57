package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.testing.Threads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnsTest {

    private static final String COUNTER = "counter";

    private final Turns turns = new Turns();

    @Test
    void writersOfOneCounter_areNeverAtItTogether() {
        int each = 20_000;
        int[] counter = {0};
        Threads.race(4, _ -> {
                    int last = 0;
                    for (int i = 0; i < each; i++) {
                        last = turns.take(COUNTER, () -> ++counter[0]);
                    }
                    return last;
                })
                .allResults();

        assertThat(counter[0]).isEqualTo(4 * each);
    }

    @Test
    void aTurn_endsWithAFailureToo() {
        assertThatThrownBy(() -> turns.take(COUNTER, () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(Threads.race(1, _ -> turns.take(COUNTER, () -> 7)).allResults())
                .containsExactly(7);
    }

    @Test
    @Timeout(30)
    void aTurnThatDoesNotCome_isForLater() throws Exception {
        Turns impatient = new Turns(Duration.ofMillis(1));
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<Integer> holder = executor.submit(() -> impatient.take(COUNTER, () -> {
                held.countDown();
                await(end);
                return 1;
            }));
            held.await();
            assertThatThrownBy(() -> impatient.take(COUNTER, () -> 2))
                    .isInstanceOfSatisfying(
                            Unavailable.class, e -> assertThat(e.code()).isEqualTo("CONTENDED"));
            end.countDown();
            assertThat(holder.get()).isEqualTo(1);
        }
        assertThat(impatient.take(COUNTER, () -> 2)).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
