package dev.backplane.platform.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

class RehearsalTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1", "THINGS", "things"));

    private static Rehearsal rehearsal() throws IOException {
        return Rehearsals.of(ThingHandler.class).orElseThrow();
    }

    private static Rehearsal answering(RecordedAnswer... answers) throws IOException {
        return new Rehearsal(rehearsal().at(), rehearsal().event(), List.of(answers));
    }

    @Test
    void play_runsTheFunctionAtTheRecordedTimeOnTheRecordedAnswers() throws IOException {
        Performance performance = rehearsal().play(ThingHandler.class, SETTINGS);

        assertThat(performance.answer()).isEqualTo("{\"id\":\"42\"} is a thing at 2026-01-05T00:00:00Z");
        assertThat(performance.isGood()).isTrue();
    }

    @Test
    void play_tellsWhereTheFunctionWouldHaveGone() throws IOException {
        assertThat(rehearsal().play(ThingHandler.class, SETTINGS).address())
                .contains(URI.create("https://dynamodb.eu-west-1.amazonaws.com:443/"));
    }

    @Test
    void play_keepsTheLineToItself() throws IOException {
        assertThat(rehearsal().play(ThingHandler.class, SETTINGS).lines())
                .singleElement()
                .asString()
                .contains("\"operation\":\"Thing\"");
    }

    @Test
    void play_whenAnAnswerIsLeft_isNotGood() throws IOException {
        List<RecordedAnswer> more = new ArrayList<>(rehearsal().answers());
        RecordedAnswer spare = new RecordedAnswer("DynamoDB_20120810.Query", 200, "{}");
        more.add(spare);

        Performance performance = answering(more.toArray(RecordedAnswer[]::new)).play(ThingHandler.class, SETTINGS);

        assertThat(performance.left()).containsExactly(spare);
        assertThat(performance.isGood()).isFalse();
    }

    @Test
    void play_whenAnotherCallWasRecorded_saysWhichOneLacks() throws IOException {
        Rehearsal other = answering(new RecordedAnswer("DynamoDB_20120810.Query", 200, "{}"));

        assertThatThrownBy(() -> other.play(ThingHandler.class, SETTINGS))
                .hasStackTraceContaining("the recording has no answer left for DynamoDB_20120810.GetItem");
    }

    @Test
    void play_whenARefusalWasRecorded_refuses() throws IOException {
        Rehearsal refused = answering(new RecordedAnswer(
                "DynamoDB_20120810.GetItem", 400, "{\"__type\":\"x#ResourceNotFoundException\",\"message\":\"none\"}"));

        assertThatThrownBy(() -> refused.play(ThingHandler.class, SETTINGS))
                .isInstanceOf(AwsServiceException.class)
                .hasMessageContaining("none");
    }

    @Test
    void play_whenASettingIsMissing_namesIt() {
        assertThatThrownBy(() -> rehearsal().play(ThingHandler.class, Settings.of(Map.of("AWS_REGION", "eu-west-1"))))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContaining("THINGS");
    }
}
