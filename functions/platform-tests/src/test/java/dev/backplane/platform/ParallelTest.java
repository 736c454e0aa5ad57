package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.log.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelTest {

    private static final List<Integer> INPUTS = IntStream.range(0, 16).boxed().toList();

    @Test
    void map_runsAllAtOnce_andKeepsTheirOrder() {
        CyclicBarrier all = new CyclicBarrier(INPUTS.size());

        List<Integer> results = Parallel.map(INPUTS, INPUTS.size(), input -> {
            try {
                all.await(30, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("the others did not come", e);
            }
            return 2 * input;
        });

        assertThat(results)
                .containsExactlyElementsOf(
                        INPUTS.stream().map(input -> 2 * input).toList());
    }

    @Test
    void map_neverRunsMoreThanAllowed() {
        AtomicInteger running = new AtomicInteger();

        List<Integer> seen = Parallel.map(INPUTS, 3, _ -> {
            int now = running.incrementAndGet();
            running.decrementAndGet();
            return now;
        });

        assertThat(seen).allMatch(now -> now <= 3);
    }

    @Test
    void map_countsItsCallsForWhoeverStartedIt() {
        Meter meter = new Meter();

        meter.measure(() -> Parallel.map(INPUTS, 4, input -> {
            Meter.called();
            Meter.consumed(0.5, 1);
            return input;
        }));

        assertThat(meter.calls()).isEqualTo(16);
        assertThat(meter.readUnits()).isEqualTo(8);
    }

    @Test
    void map_keepsTheDeadlineOfWhoeverStartedIt() {
        List<Optional<Duration>> left = Deadline.of(1_000).run(() -> Parallel.map(INPUTS, 4, _ -> Deadline.left()));

        assertThat(left).hasSize(16).containsOnly(Optional.of(Duration.ZERO));
    }

    @Test
    void map_whenOneFails_runsTheOthersAndFailsAsItDid() {
        AtomicInteger done = new AtomicInteger();

        assertThatThrownBy(() -> Parallel.map(INPUTS, 2, input -> {
                    done.incrementAndGet();
                    if (input % 5 == 3) {
                        throw new IllegalArgumentException("input " + input);
                    }
                    return input;
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("input 3");
        assertThat(done).hasValue(16);
    }
}
