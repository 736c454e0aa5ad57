package dev.backplane.platform.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.testing.Threads;
import org.junit.jupiter.api.Test;

class MeterTest {

    @Test
    void counts_whenSomebodyMeasures_isAddedUp() {
        Meter meter = new Meter();

        meter.measure(() -> {
            Meter.called();
            Meter.consumed(0.5, 0);
            Meter.called();
            Meter.consumed(1.5, 2);
            return true;
        });

        assertThat(meter.calls()).isEqualTo(2);
        assertThat(meter.readUnits()).isEqualTo(2);
        assertThat(meter.writeUnits()).isEqualTo(2);
    }

    @Test
    void counts_whenNobodyMeasures_isForgotten() {
        Meter meter = new Meter();
        meter.measure(() -> true);

        Meter.called();
        Meter.consumed(1, 1);

        assertThat(meter.calls()).isZero();
        assertThat(meter.readUnits()).isZero();
    }

    @Test
    void measure_whenTheWorkThrows_keepsWhatWasCountedAndEnds() {
        Meter meter = new Meter();

        assertThatThrownBy(() -> meter.measure(() -> {
                    Meter.called();
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        Meter.called();

        assertThat(meter.calls()).isEqualTo(1);
    }

    @Test
    void measure_whenManyThreadsWorkAtOnce_keepsTheirCallsApart() {
        var calls = Threads.race(32, thread -> {
            Meter meter = new Meter();
            meter.measure(() -> {
                for (int i = 0; i <= thread; i++) {
                    Meter.called();
                }
                return true;
            });
            return meter.calls() - thread;
        });

        assertThat(calls.allResults()).hasSize(32).containsOnly(1L);
    }
}
