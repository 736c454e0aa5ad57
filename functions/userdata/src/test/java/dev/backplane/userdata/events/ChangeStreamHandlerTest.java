package dev.backplane.userdata.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import org.junit.jupiter.api.Test;

class ChangeStreamHandlerTest {

    private static final String VERSION = "019b8b741800019b8b7418001122334455667788";
    private static final String CHANGE =
            "\"appUser\":{\"S\":\"notes#ann\"},\"key\":{\"S\":\"blob#a\"},\"version\":{\"S\":\"" + VERSION
                    + "\"},\"size\":{\"N\":\"12\"},\"recordedAt\":{\"S\":\"2026-01-05T00:00:00.000Z\"}";
    private static final String PUBLISHED = ",\"events\":{\"BOOL\":true},\"actor\":{\"S\":\"user:ann@x.io\"}";

    private final ChangeStreamHandler handler = new ChangeStreamHandler(TestPlatform.over(new RecordingBus())
            .with(EventPublisher.BUS_SETTING, "bus")
            .platform());

    private String event(String name, String images) {
        return handler.eventOf(StreamRecord.read("{\"eventID\":\"event-1\",\"eventName\":\"" + name
                        + "\",\"dynamodb\":{\"Keys\":{\"appUser\":{\"S\":\"notes#ann\"},\"key\":{\"S\":\"blob#a\"}},"
                        + images
                        + "}}"))
                .map(event -> event.source() + " " + event.type() + " "
                        + event.detail().compact())
                .orElse("nothing");
    }

    private static String newImage(String attributes) {
        return "\"NewImage\":{" + attributes + "}";
    }

    @Test
    void change_isPublishedWithoutItsValue() {
        assertThat(event("INSERT", newImage(CHANGE + PUBLISHED)))
                .isEqualTo(
                        "backplane.userdata ValueChanged {\"eventId\":\"event-1\",\"app\":\"notes\",\"user\":\"ann\","
                                + "\"realm\":\"blob\",\"key\":\"a\",\"version\":\"" + VERSION
                                + "\",\"size\":12,\"deleted\":false,"
                                + "\"at\":\"2026-01-05T00:00:00.000Z\",\"actor\":{\"type\":\"user\",\"id\":\"ann@x.io\"}}");
    }

    @Test
    void percentage_isPublished() {
        assertThat(event(
                        "INSERT",
                        newImage(
                                "\"appUser\":{\"S\":\"notes#ann\"},\"key\":{\"S\":\"~quota80\"},\"reached\":{\"N\":\"80\"},"
                                        + "\"limitBytes\":{\"N\":\"1000\"},\"usedBytes\":{\"N\":\"850\"}" + PUBLISHED)))
                .isEqualTo(
                        "backplane.userdata QuotaReached {\"eventId\":\"event-1\",\"app\":\"notes\",\"user\":\"ann\","
                                + "\"percent\":80,\"limitBytes\":1000,\"usedBytes\":850,"
                                + "\"actor\":{\"type\":\"user\",\"id\":\"ann@x.io\"}}");
    }

    @Test
    void rows_ofFeedsAlone_andRemovedRows_areNotPublished() {
        assertThat(event("INSERT", newImage(CHANGE))).isEqualTo("nothing");
        assertThat(event("REMOVE", "\"OldImage\":{" + CHANGE + PUBLISHED + "}")).isEqualTo("nothing");
    }
}
