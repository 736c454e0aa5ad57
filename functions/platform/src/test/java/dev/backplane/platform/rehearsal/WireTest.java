package dev.backplane.platform.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

class WireTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1", "THINGS", "things"));

    private static Rehearsal rehearsal() throws IOException {
        return Rehearsals.of(ThingHandler.class).orElseThrow();
    }

    @Test
    void play_isThePerformanceWithoutAWire() throws IOException {
        Performance expected = rehearsal().play(ThingHandler.class, SETTINGS);

        try (Wire wire = new Wire(SETTINGS)) {
            for (int run = 0; run < 3; run++) {
                Performance performance = wire.play(rehearsal(), ThingHandler.class);

                assertThat(performance.isGood()).isTrue();
                assertThat(performance.answer()).isEqualTo(expected.answer());
            }
        }
    }

    @Test
    void play_whenACallIsNotInTheRecording_fails() throws IOException {
        Rehearsal silent = new Rehearsal(rehearsal().at(), rehearsal().event(), List.of());

        try (Wire wire = new Wire(SETTINGS)) {
            assertThatThrownBy(() -> wire.play(silent, ThingHandler.class))
                    .isInstanceOf(AwsServiceException.class)
                    .hasMessageContaining("400");
        }
    }

    @Test
    void close_leavesTheWayToCredentialsAsItWas() throws IOException {
        try (Wire wire = new Wire(SETTINGS)) {
            wire.play(rehearsal(), ThingHandler.class);
        }

        assertThat(System.getProperties()).doesNotContainKey("aws.containerCredentialsFullUri");
    }
}
