package dev.backplane.local.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.time.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WriteNotifierTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final WriteNotifier signal = new WriteNotifier();
    private final Pause pause = signal.listen("things");

    @Test
    void sleep_afterASignal_endsAtOnce() throws InterruptedException {
        long start = System.nanoTime();
        signal.signal(List.of("things"));
        signal.signal(List.of("things"));

        pause.sleep(LONG);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    @Test
    void sleep_whenTheSignalsAreUsedUp_takesItsTime() throws InterruptedException {
        signal.signal(List.of("things"));
        signal.signal(List.of("things"));
        pause.sleep(LONG);
        long start = System.nanoTime();

        pause.sleep(Duration.ofMillis(20));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void sleep_afterAWriteElsewhere_takesItsTime() throws InterruptedException {
        signal.written(Optional.of(Set.of("others")));
        long start = System.nanoTime();

        pause.sleep(Duration.ofMillis(20));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void sleep_afterAWriteThatMayHaveGoneAnywhere_endsAtOnce() throws InterruptedException {
        long start = System.nanoTime();
        signal.written(Optional.empty());

        pause.sleep(LONG);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }
}
