package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolSettingsTest {

    @Test
    void settings_haveDefaults() {
        assertThat(PoolSettings.from(Settings.of(Map.of("POOL_TABLE", "pool"))))
                .isEqualTo(new PoolSettings(
                        "pool",
                        1000,
                        Duration.ofHours(8),
                        5,
                        true,
                        3,
                        false,
                        Duration.ofMinutes(5),
                        leads(60, 1440),
                        1));
    }

    @Test
    void settings_areReadInFull() {
        assertThat(PoolSettings.from(Settings.of(Map.of(
                        "POOL_TABLE", "pool",
                        "POOL_MAX_ACCOUNTS", "10000",
                        "LEASE_DEFAULT_MINUTES", "5",
                        "POOL_LOW_THRESHOLD", "0",
                        "POOL_SELF_REGISTRATION", "false",
                        "CLEANUP_TRIES", "1",
                        "POOL_CLEANING", "true",
                        "CLEANUP_TYPICAL_MINUTES", "20",
                        "LEASE_WARNING_MINUTES", "30",
                        "POOL_LIST_SHARDS", "4"))))
                .isEqualTo(new PoolSettings(
                        "pool", 10000, Duration.ofMinutes(5), 0, false, 1, true, Duration.ofMinutes(20), leads(30), 4));
    }

    @Test
    void warnings_canBeTurnedOff() {
        Settings settings = Settings.of(Map.of("POOL_TABLE", "pool", "LEASE_WARNING_MINUTES", "none"));

        assertThat(PoolSettings.from(settings).leadTimes()).isEqualTo(leads());
    }

    private static LeadTimes leads(Integer... minutes) {
        return new LeadTimes(new TreeSet<>(List.of(minutes)));
    }

    @Test
    void settings_withoutATable_nameIt() {
        assertThatThrownBy(() -> PoolSettings.from(Settings.of(Map.of())))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContaining("POOL_TABLE");
    }

    @ParameterizedTest
    @CsvSource({
        "POOL_MAX_ACCOUNTS, 20001",
        "POOL_MAX_ACCOUNTS, 0",
        "LEASE_DEFAULT_MINUTES, 4",
        "LEASE_DEFAULT_MINUTES, 43201",
        "POOL_LOW_THRESHOLD, -1",
        "POOL_SELF_REGISTRATION, yes",
        "CLEANUP_TRIES, many",
        "CLEANUP_TYPICAL_MINUTES, 0",
        "LEASE_WARNING_MINUTES, 60;15",
        "LEASE_WARNING_MINUTES, 0",
        "POOL_CLEANING, on",
        "POOL_LIST_SHARDS, 0",
        "POOL_LIST_SHARDS, 101"
    })
    void settings_outOfBounds_areNamed(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSettings.from(Settings.of(Map.of("POOL_TABLE", "pool", name, value))))
                .withMessageContaining(name);
    }
}
