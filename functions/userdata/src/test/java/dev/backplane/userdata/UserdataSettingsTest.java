package dev.backplane.userdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.time.Duration;
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
            "APP_CHANGES_TABLE", "f",
            "DATA_JOBS_TABLE", "g",
            "OBJECT_BUCKET", "h");

    private static UserdataSettings with(String name, String value) {
        Map<String, String> all = new HashMap<>(TABLES);
        all.put(name, value);
        return UserdataSettings.from(Settings.of(all));
    }

    @Test
    void defaults_areTakenForWhatIsNotSet() {
        assertThat(UserdataSettings.from(Settings.of(TABLES)))
                .isEqualTo(new UserdataSettings(
                        "a",
                        "b",
                        "c",
                        "d",
                        "e",
                        "f",
                        "g",
                        "h",
                        1_073_741_824,
                        Duration.ofDays(90),
                        Duration.ofHours(1)));
    }

    @Test
    void settings_areAllRead() {
        assertThat(with("MAX_QUOTA_BYTES", "5"))
                .isEqualTo(new UserdataSettings(
                        "a", "b", "c", "d", "e", "f", "g", "h", 5, Duration.ofDays(90), Duration.ofHours(1)));
        assertThat(with("CHANGES_RETENTION_SECONDS", "60").changesRetention()).isEqualTo(Duration.ofMinutes(1));
        assertThat(with("UPLOAD_SECONDS", "60").uploadTime()).isEqualTo(Duration.ofMinutes(1));
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
        assertThatThrownBy(() -> with("MAX_QUOTA_BYTES", text)).hasMessageContaining("MAX_QUOTA_BYTES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.5", "1000000000"})
    void retention_thatIsNone_isRefused(String text) {
        assertThatThrownBy(() -> with("CHANGES_RETENTION_SECONDS", text))
                .hasMessageContaining("CHANGES_RETENTION_SECONDS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.5", "3601", "10000"})
    void uploadTime_thatIsNone_isRefused(String text) {
        assertThatThrownBy(() -> with("UPLOAD_SECONDS", text)).hasMessageContaining("UPLOAD_SECONDS");
    }
}
