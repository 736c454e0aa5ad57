package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.event.ruler.Ruler;

/** Tests event patterns of rules and mappings with AWS's own matcher on the samples in {@code events}. */
class EventPatternsTest {

    private static final TestApp APP = TestApp.dev();
    private static final Path EVENTS = TestApp.ROOT.resolve("events");

    @ParameterizedTest
    @CsvSource({
        "ttl-remove, true",
        "user-remove, true",
        // The function ignores these two; the pattern cannot exclude them.
        "tombstone-remove, true",
        "pointer-remove, true",
        "insert, false",
        "modify, false",
        "build-remove, false",
        "other-source-remove, false",
        "LayerDeleted, false"
    })
    void ruleOfLayerDeletions_letsRemovedLayersThrough(String event, boolean matches) throws Exception {
        assertThat(matches(rule("Layers"), read("bus/" + event + ".json"))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"LayerDeleted, true", "ttl-remove, false", "insert, false"})
    void ruleOfTheEventLog_letsDomainEventsThroughAndNoStreamRecord(String event, boolean matches) throws Exception {
        assertThat(matches(rule("Events"), read("bus/" + event + ".json"))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "bus/LayerDeleted, true",
        "RecordActivity, true",
        "RecordActivity.without-actor, true",
        "bus/ttl-remove, false",
        "bus/insert, false",
        "bus/modify, false"
    })
    void ruleOfActivity_letsDomainEventsThroughAndNoStreamRecord(String event, boolean matches) throws Exception {
        assertThat(matches(ruleOf("RecordActivity"), read(event + ".json"))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"EraseActivity, true", "RecordActivity, false"})
    void ruleOfErasures_letsOnlyThemThrough(String event, boolean matches) throws Exception {
        assertThat(matches(ruleOf("EraseActivity"), read(event + ".json"))).isEqualTo(matches);
    }

    private static String ruleOf(String function) {
        return APP.eventRule("Activity", function).get("EventPattern").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "modify", "ttl-remove", "user-remove"})
    void layerStream_seesEveryChangeOfALayerVersion(String change) throws Exception {
        assertThat(matches(filter("Layers", "LayerStream"), record("LayerStream." + change)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "pointer"})
    void layerStream_seesNeitherBuildsNorPointers(String row) throws Exception {
        assertThat(matches(filter("Layers", "LayerStream"), record("StreamForwarder." + row)))
                .isFalse();
    }

    @Test
    void mappingWithoutAFilter_seesEveryRecord() {
        assertThat(APP.mapping("Layers", "StreamForwarder").has("FilterCriteria"))
                .isFalse();
    }

    /** A removed row has no event; its tombstone, the last record of each sample, has one. */
    @ParameterizedTest
    @ValueSource(strings = {"DeploymentStream", "AliasStream"})
    void streamsOfDeployments_seeTombstonesAndNoRemovals(String function) throws Exception {
        String filter = filter("Deployments", function);
        for (JsonNode record : read(function + ".json").path("Records")) {
            assertThat(matches(filter, record)).isTrue();
        }
        ObjectNode removal = record(function).deepCopy();
        assertThat(matches(filter, removal.put("eventName", "REMOVE"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"AliasStream, AliasStream, true", "AliasStream, DeploymentStream, false"})
    void aliasStream_seesRouteRowsOnly(String function, String sample, boolean matches) throws Exception {
        assertThat(matches(filter("Deployments", function), record(sample))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"AliasSync, true", "AliasStream, false"})
    void aliasSync_seesModificationsOnly(String sample, boolean matches) throws Exception {
        assertThat(matches(filter("Deployments", "AliasSync"), record(sample))).isEqualTo(matches);
    }

    private static boolean matches(String pattern, JsonNode event) throws Exception {
        return Ruler.matchesRule(event.toString(), pattern);
    }

    private static String rule(String stack) {
        return APP.eventRule(stack).get("EventPattern").toString();
    }

    private static String filter(String stack, String function) {
        JsonNode filters = APP.mapping(stack, function).at("/FilterCriteria/Filters");
        assertThat(filters).hasSize(1);
        return filters.at("/0/Pattern").asText();
    }

    /** Returns the first record of a sample. */
    private static JsonNode record(String sample) throws Exception {
        return read(sample + ".json").at("/Records/0");
    }

    private static JsonNode read(String file) throws Exception {
        return new JsonMapper().readTree(EVENTS.resolve(file).toFile());
    }
}
