package dev.backplane.platform.rehearsal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests invalid input. The tests of the packaging module prove that training works. */
class TrainingHandlerTest {

    private static String train(String event, Map<String, String> settings) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TrainingHandler(Settings.of(settings))
                .handleRequest(
                        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                        out,
                        new OfflineContext("training", "training-1"));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String nameOf(Class<?> handler) {
        return "\"" + handler.getName() + "\"";
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "\"dev.backplane.NoSuchHandler\""})
    void event_thatNamesNoHandler_isRefused(String event) {
        assertThatThrownBy(() -> train(event, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot train " + event);
    }

    @Test
    void handlerWithoutRehearsal_isRefused() {
        assertThatThrownBy(() -> train(nameOf(UnrehearsedHandler.class), Map.of()))
                .hasMessageContaining("There is no rehearsals/Unrehearsed.json");
    }

    @Test
    void handlerThatCallsServices_needsTheirAddress() {
        assertThatThrownBy(() -> train(nameOf(ThingHandler.class), Map.of("AWS_REGION", "eu-west-1")))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContaining(TrainingHandler.ENDPOINT);
    }
}
