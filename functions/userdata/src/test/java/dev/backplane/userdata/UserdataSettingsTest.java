package dev.backplane.userdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserdataSettingsTest {

    private static final Map<String, String> TABLES = Map.of(
            "CALCULATED_BEHAVIOR_TABLE", "a",
            "APPS_TABLE", "b",
            "APP_DATA_JSON_TABLE", "c",
            "APP_DATA_BLOB_TABLE", "d",
            "APP_USAGE_TABLE", "e",
            "OBJECT_BUCKET", "f");

    private static UserdataSettings with(String maxQuota) {
        Map<String, String> all = new HashMap<>(TABLES);
        all.put("MAX_QUOTA_BYTES", maxQuota);
        return UserdataSettings.from(Settings.of(all));
    }

    @Test
    void defaults_areTakenForWhatIsNotSet() {
        assertThat(UserdataSettings.from(Settings.of(TABLES)))
                .isEqualTo(new UserdataSettings("a", "b", "c", "d", "e", "f", 1_073_741_824));
    }

    @Test
    void settings_areAllRead() {
        assertThat(with("5")).isEqualTo(new UserdataSettings("a", "b", "c", "d", "e", "f", 5));
    }

    @Test
    void missingTables_areAllNamed() {
        assertThatThrownBy(() -> UserdataSettings.from(Settings.of(Map.of())))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContainingAll(TABLES.keySet().toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.5", "1000000000000000"})
    void maxQuota_thatIsNone_isRefused(String text) {
        assertThatThrownBy(() -> with(text)).hasMessageContaining("MAX_QUOTA_BYTES");
    }
}
