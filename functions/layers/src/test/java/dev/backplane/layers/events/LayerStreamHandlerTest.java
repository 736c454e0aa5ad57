package dev.backplane.layers.events;

import static dev.backplane.layers.events.StreamBatches.TTL;
import static dev.backplane.layers.events.StreamBatches.item;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.testing.TestPlatform;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerStreamHandlerTest {

    private static final String ARN = "arn:aws:lambda:us-east-1:000000000000:layer:yaml:7";
    private static final String KEYS = keys("lyr#us-east-1.ruamel.yaml", "lyrVrsn#v2");
    private static final String LATEST = item("arn", ARN, "pckgVrsn", "0.18", "dplySts", "latest");
    private static final String DEPRECATED =
            item("arn", ARN, "pckgVrsn", "0.18", "dplySts", "deprecated", "exDt", "1772668800");
    private static final String TOMBSTONE = item("arn", ARN, "pckgVrsn", "0.18", "dltdDt", "2026-03-05T00:00:01.000Z");
    private static final String COMMON =
            "{\"eventId\":\"event-1\",\"package\":\"ruamel.yaml\",\"region\":\"us-east-1\",\"layerVersion\":2,";

    private final LayerStreamHandler handler = new LayerStreamHandler(
            TestPlatform.withoutAws().with(EventPublisher.BUS_SETTING, "bus").platform());

    private Optional<String> event(String name, String oldImage, String newImage, String more) {
        return event(record(1, name, KEYS, oldImage, newImage, more));
    }

    private Optional<String> event(String record) {
        return handler.eventOf(StreamRecord.read(record))
                .map(event -> event.source() + " " + event.type() + " "
                        + event.detail().compact());
    }

    @Test
    void aNewLatestRow_isARegisteredLayer() {
        assertThat(event("INSERT", "", LATEST, ""))
                .contains("backplane.layers LayerRegistered " + COMMON + "\"packageVersion\":\"0.18\",\"arn\":\"" + ARN
                        + "\"}");
    }

    @Test
    void aRowThatIsNotTheLatestAnyMore_isADeprecatedLayer() {
        assertThat(event("MODIFY", LATEST, DEPRECATED, ""))
                .contains("backplane.layers LayerDeprecated " + COMMON + "\"arn\":\"" + ARN
                        + "\",\"expiresAt\":\"2026-03-05T00:00:00.000Z\"}");
    }

    /** LayerDeleter puts the row back, also in place of the note of a failed deletion; LayerExpiry changes it. */
    @ParameterizedTest
    @CsvSource({"INSERT", "MODIFY"})
    void aRowWhoseExpiryWasPostponed_isAPostponedLayer(String change) {
        String first = postponed("2026-03-01T00:00:00.000Z");
        String second = postponed("2026-03-08T00:00:00.000Z");
        String expected = "backplane.layers LayerExpiryPostponed " + COMMON + "\"arn\":\"" + ARN
                + "\",\"expiresAt\":\"2026-03-05T00:00:00.000Z\"}";

        assertThat(event(change, change.equals("INSERT") ? "" : DEPRECATED, first, ""))
                .contains(expected);
        assertThat(event("MODIFY", first, second, "")).contains(expected);
        assertThat(event("MODIFY", second, second, "")).isEmpty();
        assertThat(event("INSERT", "", DEPRECATED, "")).isEmpty();
    }

    private static String postponed(String time) {
        return item("arn", ARN, "dplySts", "deprecated", "exDt", "1772668800", "pstpndDt", time);
    }

    @Test
    void aTombstone_isADeletedLayer() {
        assertThat(event("INSERT", "", TOMBSTONE, ""))
                .contains("backplane.layers LayerDeleted " + COMMON + "\"arn\":\"" + ARN
                        + "\",\"deletedAt\":\"2026-03-05T00:00:01.000Z\"}");
    }

    @Test
    void aNoteThatADeletionWasGivenUp_tellsNothing_andTheTombstoneInItsPlaceIsADeletedLayer() {
        String note = item("arn", ARN, "pckgVrsn", "0.18", "dltFldDt", "2026-03-05T00:00:00.000Z", "dltFldRsn", "x");
        assertThat(event("INSERT", "", note, "")).isEmpty();
        assertThat(event("MODIFY", note, note, "")).isEmpty();
        assertThat(event("REMOVE", note, "", "")).isEmpty();
        assertThat(event("MODIFY", note, TOMBSTONE, ""))
                .contains("backplane.layers LayerDeleted " + COMMON + "\"arn\":\"" + ARN
                        + "\",\"deletedAt\":\"2026-03-05T00:00:01.000Z\"}");
    }

    @Test
    void anEvent_carriesActorAndReasonOfTheNewImage() {
        String cause = ",\"actor\":{\"type\":\"user\",\"id\":\"ann@example.com\"},\"reason\":\"broken\"}";
        for (String row : new String[] {LATEST, TOMBSTONE}) {
            assertThat(event("INSERT", "", by("user:ann@example.com", row), ""))
                    .hasValueSatisfying(event -> assertThat(event).endsWith(cause));
        }
        assertThat(event("MODIFY", by("client:ci", LATEST), by("user:ann@example.com", DEPRECATED), ""))
                .hasValueSatisfying(event -> assertThat(event).endsWith(cause));
    }

    private static String by(String actor, String row) {
        return item("actr", actor, "rsn", "broken").replace("}}", "},") + row.substring(1);
    }

    @Test
    void aRowThatIsGone_tellsNothing_becauseItsLayerIsStillThere() {
        assertThat(event("REMOVE", DEPRECATED, "", TTL)).isEmpty();
        assertThat(event("REMOVE", DEPRECATED, "", "")).isEmpty();
        assertThat(event("REMOVE", TOMBSTONE, "", "")).isEmpty();
    }

    @Test
    void aPromotedOrMerelyTouchedRow_tellsNothing() {
        assertThat(event("MODIFY", DEPRECATED, LATEST, "")).isEmpty();
        assertThat(event("MODIFY", DEPRECATED, DEPRECATED, "")).isEmpty();
        assertThat(event("MODIFY", TOMBSTONE, TOMBSTONE, "")).isEmpty();
    }

    private static String with(String row, String... members) {
        return row.substring(0, row.length() - 1) + "," + item(members).substring(1);
    }

    private static final String ENDING = "\"arn\":\"" + ARN + "\",\"expiresAt\":\"2026-03-05T00:00:00.000Z\"";

    @ParameterizedTest
    @CsvSource({",30", "30,7"})
    void aWarning_isALayerThatExpires(String before, String after) {
        String old = before == null ? DEPRECATED : with(DEPRECATED, "exWrn", before);
        assertThat(event("MODIFY", old, with(DEPRECATED, "exWrn", after), ""))
                .contains("backplane.layers LayerExpiring " + COMMON + ENDING + ",\"daysLeft\":" + after + "}");
    }

    @Test
    void aUsageCheck_andANewExpiryThatSkipsWarnings_tellNothing() {
        String warned = with(DEPRECATED, "exWrn", "7");
        assertThat(event("MODIFY", warned, with(DEPRECATED, "exWrn", "1"), "")).isEmpty();
        assertThat(event("MODIFY", DEPRECATED, warned.replace("1772668800", "1772668801"), ""))
                .isEmpty();
        assertThat(event("MODIFY", warned, DEPRECATED.replace("1772668800", "1782668801"), ""))
                .isEmpty();
        assertThat(event("MODIFY", warned, with(warned, "rsn", "x"), "")).isEmpty();
    }

    @Test
    void aHold_isTold_withItsCause_andSoIsAnotherOne() {
        String held =
                with(DEPRECATED, "hldDt", "2026-01-05T00:00:00.000Z", "hldUntl", "1772064000", "hldActr", "user:ann");
        String again = with(DEPRECATED, "hldDt", "2026-01-06T00:00:00.000Z", "hldActr", "user:ann", "hldRsn", "audit");
        String actor = ",\"actor\":{\"type\":\"user\",\"id\":\"ann\"}";
        assertThat(event("MODIFY", DEPRECATED, held, ""))
                .contains("backplane.layers LayerHeld " + COMMON + ENDING + ",\"until\":\"2026-02-26T00:00:00.000Z\""
                        + actor + "}");
        assertThat(event("MODIFY", held, again, ""))
                .contains("backplane.layers LayerHeld " + COMMON + ENDING + actor + ",\"reason\":\"audit\"}");
        assertThat(event("MODIFY", LATEST, with(LATEST, "hldDt", "2026-01-05T00:00:00.000Z"), ""))
                .contains("backplane.layers LayerHeld " + COMMON + "\"arn\":\"" + ARN + "\"}");
    }

    @Test
    void aRelease_isTold_withWhoeverReleased() {
        String held = with(LATEST, "hldDt", "2026-01-05T00:00:00.000Z", "hldActr", "user:ann");
        assertThat(event("MODIFY", held, with(LATEST, "actr", "system:LayerExpiry"), ""))
                .contains("backplane.layers LayerReleased " + COMMON + "\"arn\":\"" + ARN
                        + "\",\"actor\":{\"type\":\"system\",\"id\":\"LayerExpiry\"}}");
    }

    @Test
    void aHeldLayerThatIsReplaced_isADeprecatedLayerWithoutAnEnd() {
        String hold = "2026-01-05T00:00:00.000Z";
        String deprecated = item("arn", ARN, "pckgVrsn", "0.18", "dplySts", "deprecated");
        assertThat(event("MODIFY", with(LATEST, "hldDt", hold), with(deprecated, "hldDt", hold), ""))
                .contains("backplane.layers LayerDeprecated " + COMMON + "\"arn\":\"" + ARN + "\"}");
    }

    @Test
    void aRowThatWasPutByHandAsDeprecated_tellsNothing() {
        assertThat(event("INSERT", "", DEPRECATED, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "lyr#us-east-1.requests, lyrVrsn0#",
        "lyrArn#arn:aws:lambda:us-east-1:000000000000:layer:x:1, lyrArn0#",
        "bld#v1, pckg#requests",
        "bldVrsn0#, pckg#requests"
    })
    void otherRows_tellNothing(String pk, String sk) {
        assertThat(event(record(1, "INSERT", keys(pk, sk), "", LATEST, ""))).isEmpty();
    }

    @Test
    void aKeyThatIsDamaged_isRefused() {
        String record = record(1, "INSERT", keys("lyr#nowhere", "lyrVrsn#v1"), "", LATEST, "");
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> event(record));
    }
}
