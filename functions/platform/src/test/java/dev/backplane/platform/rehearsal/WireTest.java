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

    private static final String CREDENTIALS = "aws.containerCredentialsFullUri";

    private static Rehearsal rehearsal() throws IOException {
        return Rehearsals.of(ThingHandler.class).orElseThrow();
    }

    @Test
    void play_isThePerformanceWithoutAWire() throws IOException {
        Performance expected = rehearsal().play(ThingHandler.class, SETTINGS);

        try (LoopbackAws aws = new LoopbackAws();
                Wire wire = new Wire(SETTINGS, aws)) {
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

        try (LoopbackAws aws = new LoopbackAws();
                Wire wire = new Wire(SETTINGS, aws)) {
            assertThatThrownBy(() -> wire.play(silent, ThingHandler.class))
                    .isInstanceOf(AwsServiceException.class)
                    .hasMessageContaining("400");
        }
    }

    @Test
    void close_leavesTheWayToCredentialsAsItWas() throws IOException {
        System.setProperty(CREDENTIALS, "http://127.0.0.1:1/before");
        try {
            try (LoopbackAws aws = new LoopbackAws();
                    Wire wire = new Wire(SETTINGS, aws)) {
                wire.play(rehearsal(), ThingHandler.class);
            }

            assertThat(System.getProperty(CREDENTIALS)).isEqualTo("http://127.0.0.1:1/before");
        } finally {
            System.clearProperty(CREDENTIALS);
        }
    }

    @Test
    void close_leavesNoThreadToTheSnapshot() throws IOException {
        try (LoopbackAws aws = new LoopbackAws();
                Wire wire = new Wire(SETTINGS, aws)) {
            wire.play(rehearsal(), ThingHandler.class);
            assertThat(threads()).contains("loopback-aws");
        }

        assertThat(threads()).doesNotContain("loopback-aws");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
