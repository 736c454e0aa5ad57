package dev.backplane.platform.streams;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.RecordingBus.Event;
import dev.backplane.testing.TestPlatform;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventForwarderTest {

    private final RecordingBus bus = new RecordingBus();
    private final TestPlatform platform = TestPlatform.over(bus).with(EventPublisher.BUS_SETTING, "suite-bus");
    private final ThingStreamHandler handler = new ThingStreamHandler(platform.platform());

    /** Publishes the name of each thing; "quiet" ones have no event, "bad" ones cannot be read. */
    private static final class ThingStreamHandler extends EventForwarder {

        ThingStreamHandler(Platform platform) {
            super(platform, "things");
        }

        @Override
        protected Optional<DomainEvent> eventOf(StreamRecord record) {
            String name = record.newItem().orElseThrow().text("Name");
            if (name.startsWith("bad")) {
                throw new InvalidValueException("unreadable");
            }
            if (name.startsWith("bug")) {
                throw new IllegalStateException("a bug");
            }
            Obj detail = new Obj(
                    name.startsWith("timed") ? Map.of("eventId", new Text(name)) : Map.of("name", new Text(name)));
            return name.startsWith("quiet")
                    ? Optional.empty()
                    : Optional.of(new DomainEvent("backplane.things", "ThingRenamed", detail));
        }
    }

    private Stream<String> published() {
        return bus.events().stream()
                .map(event -> event.detail().replace("{\"name\":\"", "").replace("\"}", ""));
    }

    private static String failureOf(int sequence) {
        return "{\"batchItemFailures\": [{\"itemIdentifier\": \"" + sequence + "\"}]}";
    }

    @Test
    void batch_becomesEventsOnTheBusInOrder() {
        String answer = Invoke.with(handler, StreamEvents.batch("a-1", "quiet", "b-1", "a-2"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": []}");
        assertThat(published()).containsExactly("a-1", "b-1", "a-2");
        assertThat(bus.events().getFirst())
                .isEqualTo(new Event("suite-bus", "backplane.things", "ThingRenamed", "{\"name\":\"a-1\"}"));
        assertThatJson(platform.lines().getFirst()).node("events").isEqualTo(3);
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("SUCCESS");
    }

    @Test
    void domainEvents_haveLaterTimesThanThoseBefore() {
        Invoke.with(handler, StreamEvents.batch("timed-1", "timed-2"));
        Invoke.with(handler, StreamEvents.batch("timed-3", "quiet", "timed-4"));

        long now = platform.platform().clock().millis();
        assertThat(bus.events())
                .extracting(Event::detail)
                .containsExactly(timed(1, now), timed(2, now + 1), timed(3, now + 2), timed(4, now + 3));
    }

    private static String timed(int number, long millis) {
        return "{\"eventId\":\"timed-%d\",\"publishedAt\":\"%s\"}"
                .formatted(number, Times.format(Instant.ofEpochMilli(millis)));
    }

    @Test
    void batch_whenNothingInItMatters_publishesNothing() {
        assertThatJson(Invoke.with(handler, StreamEvents.batch("quiet-1", "quiet-2")))
                .isEqualTo("{\"batchItemFailures\": []}");
        assertThat(bus.events()).isEmpty();
    }

    @Test
    void batch_whenTheBusRefusesAnEvent_namesTheRecordItCameFrom() {
        bus.refuse(event -> event.detail().contains("\"c\""));

        String answer = Invoke.with(handler, StreamEvents.batch("a", "quiet", "c", "d"));

        assertThatJson(answer).isEqualTo(failureOf(102));
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
        assertThat(platform.lines().getFirst()).contains("InternalFailure");
    }

    @Test
    void batch_whenSeveralEventsAreRefused_namesTheLowestRecord() {
        bus.refuse(event -> event.detail().contains("x"));

        String answer = Invoke.with(handler, StreamEvents.batch("a", "x1", "b", "x2"));

        assertThatJson(answer).isEqualTo(failureOf(101));
        assertThat(published()).containsExactly("a", "b");
        assertThatJson(platform.lines().getFirst()).node("events").isEqualTo(2);
    }

    @Test
    void batch_whenARecordCannotBeRead_setsItAsideAndPublishesTheOthers() {
        String answer = Invoke.with(handler, StreamEvents.batch("a", "bad", "c"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": []}");
        assertThat(published()).containsExactly("a", "c");
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
        assertThat(platform.lines().getFirst()).contains("skipped the record id-bad", "unreadable");
    }

    @Test
    void batch_whenTheHandlerHasABug_publishesTheEventsBeforeItAndIsDeliveredAgain() {
        String answer = Invoke.with(handler, StreamEvents.batch("a", "bug", "c"));

        assertThatJson(answer).isEqualTo(failureOf(101));
        assertThat(published()).containsExactly("a");
        assertThat(platform.lines().getFirst()).contains("a bug").doesNotContain("set aside");
    }

    @Test
    void batch_whenAnEventBesideAnUnreadableRecordIsRefused_namesTheEventsRecord() {
        bus.refuse(_ -> true);

        assertThatJson(Invoke.with(handler, StreamEvents.batch("bad", "a"))).isEqualTo(failureOf(101));
    }

    @Test
    void batch_whenItIsDeliveredAgainFromItsFailure_hasPublishedEveryItemsEventsInOrder() {
        bus.refuse(event -> event.detail().contains("a-2"));
        String[] names = {"a-1", "b-1", "a-2", "b-2", "a-3"};
        String answer = Invoke.with(handler, StreamEvents.batch(names));
        assertThatJson(answer).isEqualTo(failureOf(102));

        bus.refuse(_ -> false);
        Invoke.with(
                handler,
                StreamEvents.batch(
                        IntStream.range(2, names.length).mapToObj(i -> names[i]).toArray(String[]::new)));

        assertThat(published().filter(name -> name.startsWith("a")).distinct()).containsExactly("a-1", "a-2", "a-3");
        assertThat(published().filter(name -> name.startsWith("b")).distinct()).containsExactly("b-1", "b-2");
    }

    @Test
    void forwarder_whenItHasNoBus_cannotBeMade() {
        assertThatThrownBy(() -> new ThingStreamHandler(TestPlatform.over(bus).platform()))
                .hasMessage("missing settings: EVENT_BUS");
    }
}
