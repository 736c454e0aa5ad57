package dev.backplane.platform.streams;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.tests.EventLoader;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.testing.Resources;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares our reading of stream records with that of AWS's classes. */
class StreamRecordTest {

    private static final String FILE = "events/stream-batch.json";

    private final DynamodbEvent theirs = EventLoader.loadDynamoDbEvent(FILE);
    private final List<StreamRecord> ours = read(Resources.text(FILE));

    private static List<StreamRecord> read(String json) {
        return StreamRecord.readBatch(json);
    }

    @Test
    void batch_hasTheRecordsThatAwsReads() {
        assertThat(ours.stream().map(StreamRecord::eventId))
                .containsExactlyElementsOf(theirs.getRecords().stream()
                        .map(DynamodbStreamRecord::getEventID)
                        .toList());
        assertThat(ours.stream().map(StreamRecord::eventName))
                .containsExactlyElementsOf(theirs.getRecords().stream()
                        .map(DynamodbStreamRecord::getEventName)
                        .toList());
        assertThat(ours.stream().map(StreamRecord::sequenceNumber))
                .containsExactlyElementsOf(theirs.getRecords().stream()
                        .map(record -> record.getDynamodb().getSequenceNumber())
                        .toList());
    }

    @Test
    void record_hasTheTextsOfKeysAndImagesThatAwsReads() {
        for (int i = 0; i < ours.size(); i++) {
            StreamRecord record = ours.get(i);
            var change = theirs.getRecords().get(i).getDynamodb();
            assertThat(texts(change.getKeys(), record::key)).isEqualTo(2);
            assertThat(texts(change.getOldImage(), record.oldItem().orElse(Item.EMPTY)::text))
                    .isEqualTo(i == 0 ? 0 : 3);
            assertThat(texts(change.getNewImage(), record.newItem().orElse(Item.EMPTY)::text))
                    .isEqualTo(List.of(4, 3, 0).get(i));
        }
    }

    /** Compares all strings of an image and returns their number. */
    private static int texts(@Nullable Map<String, AttributeValue> image, Function<String, String> read) {
        int count = 0;
        for (var attribute : image == null ? Map.<String, AttributeValue>of().entrySet() : image.entrySet()) {
            if (attribute.getValue().getS() != null) {
                assertThat(read.apply(attribute.getKey()))
                        .isEqualTo(attribute.getValue().getS());
                count++;
            }
        }
        return count;
    }

    @Test
    void record_isKeptWhole() {
        String file = Resources.text(FILE);
        String all = ours.stream()
                .map(record -> record.json().compact())
                .collect(Collectors.joining(",", "{\"Records\":[", "]}"));

        assertThatJson(all).isEqualTo(file);
        assertThat(StreamRecord.read(ours.getFirst().json().compact())).isEqualTo(ours.getFirst());
    }

    @Test
    void record_tellsAnEndByTimeFromOthers() {
        assertThat(ours).extracting(StreamRecord::isExpiry).containsExactly(false, false, true);
        String byUser = ours.getLast().json().compact().replace("dynamodb.amazonaws.com", "AIDAEXAMPLE");
        assertThat(StreamRecord.read(byUser).isExpiry()).isFalse();
    }

    @Test
    void record_hasItsTime() {
        assertThat(StreamRecord.read("{\"dynamodb\":{\"ApproximateCreationDateTime\":1.7675712E9}}")
                        .time())
                .isEqualTo("2026-01-05T00:00:00Z");
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> StreamRecord.read("{\"dynamodb\":{}}").time());
    }

    @Test
    void record_hasItsImagesAsItems() {
        assertThat(ours.getFirst().oldItem()).isEmpty();
        assertThat(ours.getFirst().newItem()).isPresent();
        assertThat(ours.getLast().oldItem().orElseThrow().text("Name")).isEqualTo("new");
        assertThat(ours.getLast().newItem()).isEmpty();
    }

    @Test
    void event_hasTheIdOfTheRecord() {
        DomainEvent event =
                ours.getFirst().event("things", "ThingMade").with("count", 2).build();

        assertThat(event.source()).isEqualTo("backplane.things");
        assertThat(event.type()).isEqualTo("ThingMade");
        assertThatJson(event.detail().compact())
                .isEqualTo("{eventId: '" + ours.getFirst().eventId() + "', count: 2}");
    }

    @Test
    void record_thatLacksWhatEveryRecordHas_isRefusedByName() {
        StreamRecord empty = StreamRecord.read("{}");

        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(empty::eventId)
                .withMessage("stream record without eventID");
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(empty::keys)
                .withMessage("stream record without dynamodb");
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> StreamRecord.read("[]"));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> StreamRecord.read("{"));
        assertThat(StreamRecord.readBatch("{}")).isEmpty();
        assertThat(StreamRecord.readBatch("{\"Records\":[1]}")).containsExactly(empty);
    }

    @Test
    void key_whenTheRecordDoesNotHaveIt_isRefusedByName() {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> ours.getFirst().key("Name"))
                .withMessage("stream record without Name");
    }

    @Test
    void text_whenItIsAsLongAsAnItem_isReadWhole() {
        String large = "é\n\"".repeat(130_000);
        String json = Resources.text(FILE).replace("\"new\"", "\"" + "é\\n\\\"".repeat(130_000) + "\"");

        assertThat(read(json).get(1).newItem().orElseThrow().text("Name")).isEqualTo(large);
    }
}
