package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.testing.CountingIds;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlatformTest {

    private final TestPlatform test = TestPlatform.withoutAws();

    @Test
    void platform_handsOutWhatItWasGiven() {
        Platform platform = test.with("A", "a").platform(new CountingIds());
        platform.log().accept("a line");
        test.clock().advance(Duration.ofSeconds(5));

        assertThat(platform.settings().require("A")).isEqualTo("a");
        assertThat(platform.ids().next()).isEqualTo(CountingIds.of(1));
        assertThat(platform.clock().instant()).isEqualTo(TestClock.START.plusSeconds(5));
        assertThat(test.lines()).containsExactly("a line");
    }

    @Test
    void events_whenNoBusIsSet_cannotBeHad() {
        assertThatThrownBy(() -> test.platform().events())
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContaining(EventPublisher.BUS_SETTING);
    }

    @Test
    void clients_whenOpened_callNobody() {
        Platform platform = test.with(EventPublisher.BUS_SETTING, "bus").platform();

        assertThat(platform.dynamo()).isNotNull().isSameAs(platform.dynamo());
        assertThat(platform.events()).isNotNull();
    }
}
