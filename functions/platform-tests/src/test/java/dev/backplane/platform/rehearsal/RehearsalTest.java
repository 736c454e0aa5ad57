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

    private static Rehearsal answering(RecordedResponse... answers) throws IOException {
        return new Rehearsal(rehearsal().at(), rehearsal().event(), List.of(answers));
    }

    @Test
    void run_runsTheFunctionAtTheRecordedTimeOnTheRecordedAnswers() throws IOException {
        RehearsalResult result = rehearsal().run(ThingHandler.class, SETTINGS);

        assertThat(result.answer()).isEqualTo("{\"id\":\"42\"} is a thing at 2026-01-05T00:00:00Z");
        assertThat(result.isSuccess()).isTrue();
    }

    @Test
    void run_returnsTheAddressOfTheFirstCall() throws IOException {
        assertThat(rehearsal().run(ThingHandler.class, SETTINGS).address())
                .contains(URI.create("https://dynamodb.eu-west-1.amazonaws.com:443/"));
    }

    @Test
    void run_returnsTheLogLine() throws IOException {
        assertThat(rehearsal().run(ThingHandler.class, SETTINGS).lines())
                .singleElement()
                .asString()
                .contains("\"operation\":\"Thing\"");
    }

    @Test
    void run_whenAnAnswerIsUnused_isNoSuccess() throws IOException {
        List<RecordedResponse> more = new ArrayList<>(rehearsal().answers());
        RecordedResponse spare = new RecordedResponse("DynamoDB_20120810.Query", 200, "{}");
        more.add(spare);

        RehearsalResult result =
                answering(more.toArray(RecordedResponse[]::new)).run(ThingHandler.class, SETTINGS);

        assertThat(result.unused()).containsExactly(spare);
        assertThat(result.isSuccess()).isFalse();
    }

    @Test
    void run_whenAnotherCallWasRecorded_namesTheMissingOne() throws IOException {
        Rehearsal other = answering(new RecordedResponse("DynamoDB_20120810.Query", 200, "{}"));

        assertThatThrownBy(() -> other.run(ThingHandler.class, SETTINGS))
                .hasStackTraceContaining("The recording has no response left for DynamoDB_20120810.GetItem");
    }

    @Test
    void run_whenAnErrorWasRecorded_fails() throws IOException {
        Rehearsal refused = answering(new RecordedResponse(
                "DynamoDB_20120810.GetItem", 400, "{\"__type\":\"x#ResourceNotFoundException\",\"message\":\"none\"}"));

        assertThatThrownBy(() -> refused.run(ThingHandler.class, SETTINGS))
                .isInstanceOf(AwsServiceException.class)
                .hasMessageContaining("none");
    }

    @Test
    void run_whenASettingIsMissing_namesIt() {
        assertThatThrownBy(() -> rehearsal().run(ThingHandler.class, Settings.of(Map.of("AWS_REGION", "eu-west-1"))))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessageContaining("THINGS");
    }
}
