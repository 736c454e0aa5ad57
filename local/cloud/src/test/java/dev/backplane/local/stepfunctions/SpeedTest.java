package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpeedTest {
    private static final Speed SPEED = new Speed(30);

    @Test
    void wait_isDividedByTheFactor() {
        assertThat(SPEED.wait(Duration.ofSeconds(15))).isEqualTo(Duration.ofMillis(500));
        assertThat(Speed.REAL.wait(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(15));
        assertThat(new Speed(0.5).wait(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void timeout_isDividedToo_butLeavesTimeForTheWork() {
        assertThat(SPEED.timeout(Duration.ofHours(10))).isEqualTo(Duration.ofMinutes(20));
        assertThat(SPEED.timeout(Duration.ofHours(1))).isEqualTo(Duration.ofMinutes(5));
        assertThat(SPEED.timeout(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void speed_thatIsNone_isRefused() {
        assertThatThrownBy(() -> new Speed(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Speed(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
