package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BoundedCacheTest {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final TestClock clock = new TestClock();
    private final BoundedCache<String, String> cache = new BoundedCache<>(10, String::length, clock);

    @Test
    void get_returnsAValueUntilItsTimeIsOver() {
        cache.put("a", "one", clock.instant().plus(TEN_SECONDS));
        clock.advance(TEN_SECONDS.minusMillis(1));
        assertThat(cache.get("a")).contains("one");
        clock.advance(Duration.ofMillis(1));
        assertThat(cache.get("a")).isEmpty();
    }

    @Test
    void put_whenTooHeavy_dropsWhatWasNotUsedForLongest() {
        cache.put("a", "1234", clock.instant().plus(TEN_SECONDS));
        cache.put("b", "1234", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("a")).isPresent();
        cache.put("c", "1234", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("a")).isPresent();
        assertThat(cache.get("b")).isEmpty();
        assertThat(cache.get("c")).isPresent();
    }

    @Test
    void put_ofAValueHeavierThanTheBound_keepsNothing() {
        cache.put("a", "12345678901", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("a")).isEmpty();
        cache.put("b", "1234567890", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("b")).isPresent();
    }

    @Test
    void put_again_weighsTheNewValueOnly() {
        for (int i = 0; i < 100; i++) {
            cache.put("a", "12345", clock.instant().plus(TEN_SECONDS));
        }
        cache.put("b", "12345", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("a")).isPresent();
        cache.remove("a");
        cache.put("c", "12345", clock.instant().plus(TEN_SECONDS));
        assertThat(cache.get("b")).isPresent();
    }
}
