package dev.backplane.activity.events;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.activity.ActivityFixture;
import dev.backplane.activity.Envelopes;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordActivityHandlerTest {

    private static final int EVENTS = 2000;
    private static final int THREADS = 8;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(ActivityStore.TABLE);

    private ActivityFixture activity;

    @BeforeEach
    void start() {
        activity = new ActivityFixture(DYNAMO);
    }

    @Test
    void event_isRecordedWithAllThatItSays() {
        activity.record(Envelopes.aliasMoved("e1", activity.now(), "www.example.com"));

        assertThatJson(activity.get("").body()).isEqualTo("""
                {"items": [{
                  "eventId": "e1", "at": "2026-01-05T00:00:00.000Z", "service": "deployments", "type": "AliasMoved",
                  "subjects": ["www.example.com", "d1", "d2"],
                  "actor": {"type": "user", "id": "anna@example.com"}, "reason": "release",
                  "detail": {"id": "www.example.com", "from": "d1", "to": "d2"}
                }], "next": null}""");
        assertThat(activity.rows())
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.number("expires"))
                        .isEqualTo(activity.now().plus(Duration.ofDays(90)).getEpochSecond()));
    }

    @Test
    void event_thatIsPublishedAgainLater_keepsItsFirstTime() {
        Instant first = activity.now().minusSeconds(100);
        activity.record(Envelopes.aliasMoved("e1", first, "a"));
        activity.record(Envelopes.aliasMoved("e1", first.plusSeconds(60), "a"));

        assertThat(activity.items("subject=d2"))
                .singleElement()
                .satisfies(item -> assertThat(ActivityFixture.text(item, "at")).isEqualTo("2026-01-04T23:58:20.000Z"));
        assertThat(activity.ids("")).containsExactly("e1");
        assertThat(activity.ids("actor=anna@example.com")).containsExactly("e1");
    }

    @Test
    void events_ofOneIdAndDifferentTypes_areTwoEntries() {
        activity.record(Envelopes.of("layers", "LayerDeleted", activity.now(), "{\"eventId\":\"e1\"}"));
        activity.record(Envelopes.of("layers", "LayerDeleteFailed", activity.now(), "{\"eventId\":\"e1\"}"));

        assertThat(activity.ids("service=layers")).containsExactly("e1", "e1");
    }

    @Test
    void event_withTheLargestDetail_isRecordedWithoutIt() {
        String detail = "{\"eventId\":\"e1\",\"tenantId\":\"t1\",\"text\":\"" + "x".repeat(256 * 1024 - 100) + "\"}";
        activity.record(Envelopes.of("tenants", "TenantProvisioned", activity.now(), detail));

        assertThatJson(activity.get("subject=t1").body())
                .node("items[0]")
                .isObject()
                .containsEntry("truncated", true)
                .node("detail")
                .isEqualTo("{\"tenantId\": \"t1\"}");
    }

    @Test
    void event_withoutAnIdOfItsOwn_isRecordedUnderTheBussId() {
        String envelope = Envelopes.of("anything", "SomethingHappened", activity.now(), "{\"x\":1}");
        activity.record(envelope);
        activity.record(envelope);

        assertThat(activity.items("service=anything"))
                .singleElement()
                .satisfies(item ->
                        assertThat(envelope).contains("\"id\":\"" + ActivityFixture.text(item, "eventId") + "\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"id\":\"1\",\"source\":\"backplane.pool\",\"detail-type\":\"A\",\"time\":\"today\",\"detail\":{}}",
                "{\"id\":\"1\",\"source\":\"backplane.pool\",\"detail-type\":\"A\",\"time\":\"2026-01-05T00:00:00Z\","
                        + "\"detail\":[]}",
                "{\"id\":\"1\",\"source\":\"aws.states\",\"detail-type\":\"A\",\"time\":\"2026-01-05T00:00:00Z\","
                        + "\"detail\":{}}"
            })
    void message_thatIsNoEventOfTheSuite_fails(String message) {
        assertThatThrownBy(() -> activity.record(message)).isInstanceOf(InvalidValueException.class);

        assertThat(activity.rows()).isEmpty();
        assertThat(activity.test.lines().getLast()).contains("\"outcome\":\"FAULT\"");
    }

    /** Every event is delivered three times, in another order each time; a third of the repeats were published anew. */
    @Tag("large")
    @Test
    void events_thatManyThreadsDeliverRepeatedlyAndInAnyOrder_areEachRecordedOnce() {
        List<Integer> deliveries = new ArrayList<>();
        for (int repeat = 0; repeat < 3; repeat++) {
            IntStream.range(0, EVENTS).forEach(deliveries::add);
        }
        Collections.shuffle(deliveries, new Random(1));
        Threads.race(THREADS, thread -> {
                    for (int i = thread; i < deliveries.size(); i += THREADS) {
                        activity.record(delivery(deliveries.get(i), i));
                    }
                    return thread;
                })
                .allResults();

        List<String> all = activity.ids("limit=100");
        assertThat(all).hasSize(EVENTS).doesNotHaveDuplicates();
        assertThat(activity.all("limit=100").stream().map(item -> ActivityFixture.text(item, "at")))
                .isSortedAccordingTo(Collections.reverseOrder());
        assertThat(activity.ids("limit=100&service=deployments")).isEqualTo(all);
        assertThat(activity.ids("limit=100&actor=anna@example.com")).isEqualTo(all);
        assertThat(activity.ids("limit=100&subject=d2")).isEqualTo(all);
        assertThat(activity.ids("limit=100&subject=alias-7"))
                .hasSize(EVENTS / 20)
                .doesNotHaveDuplicates();
    }

    private String delivery(int event, int attempt) {
        Instant published = activity.now().minusSeconds(event + (attempt % 3 == 0 ? 5 : 0));
        return Envelopes.aliasMoved("event-" + event, published, "alias-" + event % 20);
    }
}
