package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayersSettingsTest {

    @Test
    void settings_byDefault_keepDeprecatedLayers60Days_andTheLatestForever() {
        assertThat(LayersSettings.from(Settings.of(Map.of("LAYER_TABLE", "t"))))
                .isEqualTo(new LayersSettings("t", Duration.ofDays(60), 1));
    }

    @Test
    void settings_allGiven_areRead() {
        assertThat(LayersSettings.from(
                        Settings.of(Map.of("LAYER_TABLE", "t", "LAYER_EXPIRY_DAYS", "365", "LAYER_KEEP_LATEST", "3"))))
                .isEqualTo(new LayersSettings("t", Duration.ofDays(365), 3));
    }

    @Test
    void settings_withoutATable_sayWhatIsMissing() {
        assertThatThrownBy(() -> LayersSettings.from(Settings.of(Map.of())))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessage("missing settings: LAYER_TABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1826", "x", "1.5", "99999"})
    void settings_withAnImpossibleExpiry_areRefused(String days) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> LayersSettings.from(Settings.of(Map.of("LAYER_TABLE", "t", "LAYER_EXPIRY_DAYS", days))))
                .withMessage("LAYER_EXPIRY_DAYS must be a whole number from 1 to 1825, but is " + days);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "51", "x"})
    void settings_thatKeepAnImpossibleNumberOfVersions_areRefused(String count) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> LayersSettings.from(Settings.of(Map.of("LAYER_TABLE", "t", "LAYER_KEEP_LATEST", count))))
                .withMessage("LAYER_KEEP_LATEST must be a whole number from 1 to 50, but is " + count);
    }

    @Test
    void deliveries_areAsTheQueueHasThem() {
        assertThat(LayersSettings.maxReceives(Settings.of(Map.of("MAX_RECEIVES", "5"))))
                .isEqualTo(5);
    }
}
