package dev.backplane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private record Sample(String table, int limit) {

        static Sample read(Settings settings) {
            return settings.read(reader -> new Sample(reader.text("TABLE"), Integer.parseInt(reader.text("LIMIT"))));
        }
    }

    @Test
    void read_whenAllIsThere_buildsTheRecord() {
        assertThat(Sample.read(Settings.of(Map.of("TABLE", "t", "LIMIT", "5")))).isEqualTo(new Sample("t", 5));
    }

    @Test
    void read_whenSettingsAreMissing_namesThemAllAtOnce() {
        Settings settings = Settings.of(Map.of("B", "here"));

        assertThatThrownBy(() -> settings.read(
                        reader -> reader.text("A") + reader.text("B") + reader.text("C") + reader.text("D")))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessage("missing settings: A, C, D");
    }

    @Test
    void read_whenASettingIsMissingThatIsConverted_namesItInsteadOfFailingToConvert() {
        assertThatThrownBy(() -> Sample.read(Settings.of(Map.of()))).hasMessage("missing settings: TABLE, LIMIT");
    }

    @Test
    void read_whenAValueIsWrong_saysWhatTheConversionSays() {
        assertThatThrownBy(() -> Sample.read(Settings.of(Map.of("TABLE", "t", "LIMIT", "many"))))
                .isInstanceOf(NumberFormatException.class);
    }

    @Test
    void require_whenTheSettingIsBlank_takesItForMissing() {
        assertThatThrownBy(() -> Settings.of(Map.of("A", " ")).require("A")).hasMessage("missing settings: A");
    }

    @Test
    void find_whenTheSettingIsAbsentOrBlank_isEmpty() {
        Settings settings = Settings.of(Map.of("A", "a", "B", ""));

        assertThat(settings.find("A")).contains("a");
        assertThat(settings.find("B")).isEmpty();
        assertThat(settings.find("C")).isEmpty();
    }

    @Test
    void of_whenTheMapChangesLater_keepsWhatItWasGiven() {
        Map<String, String> values = new HashMap<>(Map.of("A", "before"));
        Settings settings = Settings.of(values);

        values.put("A", "after");

        assertThat(settings.require("A")).isEqualTo("before");
    }

    @Test
    void fromEnvironment_readsThisProcess() {
        assertThat(Settings.fromEnvironment().find("PATH")).isPresent();
    }
}
