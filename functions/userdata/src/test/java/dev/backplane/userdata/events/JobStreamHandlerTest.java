package dev.backplane.userdata.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import org.junit.jupiter.api.Test;

/** The events of jobs, and a record for other tests. */
public class JobStreamHandlerTest {

    private static final String ID = "erasure-0123456789abcdef0123456789abcdef";
    private static final String TIMES =
            ",\"createdAt\":{\"S\":\"2026-01-05T00:00:00.000Z\"},\"updatedAt\":{\"S\":\"2026-01-05T00:00:00.000Z\"}";

    private final JobStreamHandler handler = new JobStreamHandler(TestPlatform.over(new RecordingBus())
            .with(EventPublisher.BUS_SETTING, "bus")
            .platform());

    private static String row(String id, String status, String more) {
        return "{\"subject\":{\"S\":\"" + id + "\"},\"entry\":{\"S\":\"job\"},\"status\":{\"S\":\"" + status
                + "\"},\"attempt\":{\"N\":\"1\"},\"actor\":{\"S\":\"client:ops\"}" + TIMES + more + "}";
    }

    /** Returns the stream record of the end of an erasure. */
    public static String erased() {
        return record(row(ID, "running", ",\"user\":{\"S\":\"ann\"}"), row(ID, "done", ",\"userHash\":{\"S\":\"h\"}"));
    }

    private static String record(String before, String after) {
        return "{\"eventID\":\"e1\",\"eventName\":\"MODIFY\",\"dynamodb\":{\"Keys\":{\"subject\":{\"S\":\"" + ID
                + "\"},\"entry\":{\"S\":\"job\"}},\"SequenceNumber\":\"1\",\"OldImage\":" + before + ",\"NewImage\":"
                + after + "}}";
    }

    private String event(String before, String after) {
        return handler.eventOf(StreamRecord.read(record(before, after)))
                .map(event -> event.source() + " " + event.type() + " "
                        + event.detail().compact())
                .orElse("nothing");
    }

    @Test
    void endOfAnErasure_isPublishedWithTheUserOfTheRowBefore() {
        String before = row(ID, "running", ",\"user\":{\"S\":\"ann\"}");
        String after = row(ID, "done", ",\"userHash\":{\"S\":\"h\"},\"values\":{\"N\":\"7\"}");

        assertThat(event(before, after))
                .isEqualTo("backplane.userdata UserErased {\"eventId\":\"e1\",\"erasureId\":\"" + ID
                        + "\",\"user\":\"ann\",\"userHash\":\"h\",\"removed\":{\"usages\":0,\"values\":7,\"changes\":0,"
                        + "\"keys\":0,\"objects\":0,\"exports\":0},\"actor\":{\"type\":\"client\",\"id\":\"ops\"}}");
    }

    @Test
    void endOfAnExport_isPublished() {
        String id = "export-0123456789abcdef0123456789abcdef";
        String more =
                ",\"user\":{\"S\":\"ann\"},\"files\":{\"N\":\"1\"},\"exported\":{\"N\":\"7\"},\"bytes\":{\"N\":\"99\"}";

        assertThat(event(row(id, "running", more), row(id, "done", more)))
                .isEqualTo("backplane.userdata ExportReady {\"eventId\":\"e1\",\"exportId\":\"" + id
                        + "\",\"user\":\"ann\",\"values\":7,\"bytes\":99,\"expiresAt\":\"2026-01-12T00:00:00.000Z\","
                        + "\"actor\":{\"type\":\"client\",\"id\":\"ops\"}}");
    }

    @Test
    void progress_isNoEvent() {
        String row = row(ID, "running", ",\"user\":{\"S\":\"ann\"}");

        assertThat(event(row, row)).isEqualTo("nothing");
    }

    @Test
    void endOfAPurge_isNoEvent() {
        String id = "purge-0123456789abcdef0123456789abcdef";

        assertThat(event(row(id, "running", ",\"app\":{\"S\":\"a\"}"), row(id, "done", ",\"app\":{\"S\":\"a\"}")))
                .isEqualTo("nothing");
    }
}
