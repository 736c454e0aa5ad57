package dev.backplane.local.asl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetrierTest {

    private static final RandomGenerator RANDOM = new Random(7);

    @Test
    void delay_growsByTheBackoffRate() {
        assertThat(delays(retrier(3, 2.0, Optional.empty(), false), 4))
                .containsExactly(3_000L, 6_000L, 12_000L, 24_000L);
        assertThat(delays(retrier(1, 1.5, Optional.empty(), false), 4)).containsExactly(1_000L, 1_500L, 2_250L, 3_375L);
        assertThat(delays(retrier(2, 1.0, Optional.empty(), false), 3)).containsExactly(2_000L, 2_000L, 2_000L);
    }

    @Test
    void delay_neverExceedsTheMaximum() {
        assertThat(delays(retrier(3, 2.0, Optional.of(10), false), 5))
                .containsExactly(3_000L, 6_000L, 10_000L, 10_000L, 10_000L);
    }

    @Test
    void delay_afterVeryManyRetries_staysATime() {
        assertThat(retrier(1, 10.0, Optional.empty(), false).delay(10_000, RANDOM))
                .isPositive();
    }

    @Test
    void delay_withFullJitter_isAnythingUpToTheComputedTime() {
        Retrier retrier = retrier(10, 1.0, Optional.empty(), true);

        List<Long> delays = IntStream.range(0, 500)
                .mapToObj(_ -> retrier.delay(0, RANDOM).toMillis())
                .toList();

        assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(0L, 10_000L));
        assertThat(delays).anyMatch(delay -> delay < 1_000).anyMatch(delay -> delay > 9_000);
    }

    private static List<Long> delays(Retrier retrier, int count) {
        return IntStream.range(0, count)
                .mapToObj(retry -> retrier.delay(retry, RANDOM).toMillis())
                .toList();
    }

    private static Retrier retrier(int interval, double backoff, Optional<Integer> maxDelay, boolean jitter) {
        return new Retrier(
                List.of(ErrorNames.ALL),
                Duration.ofSeconds(interval),
                3,
                backoff,
                maxDelay.map(Duration::ofSeconds),
                jitter);
    }
}
