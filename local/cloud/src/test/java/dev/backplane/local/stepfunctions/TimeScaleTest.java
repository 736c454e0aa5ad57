package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeScaleTest {

    private static final TimeScale SPEED = new TimeScale(30);

    @Test
    void wait_isDividedByTheFactor() {
        assertThat(SPEED.wait(Duration.ofSeconds(15))).isEqualTo(Duration.ofMillis(500));
        assertThat(TimeScale.REAL.wait(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(15));
        assertThat(new TimeScale(0.5).wait(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void timeout_isDividedToo_butLeavesTimeForTheWork() {
        assertThat(SPEED.timeout(Duration.ofHours(10))).isEqualTo(Duration.ofMinutes(20));
        assertThat(SPEED.timeout(Duration.ofHours(1))).isEqualTo(Duration.ofMinutes(5));
        assertThat(SPEED.timeout(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void speed_thatIsNone_isRefused() {
        assertThatThrownBy(() -> new TimeScale(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TimeScale(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
