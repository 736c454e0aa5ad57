package dev.backplane.platform.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.eventbridge.model.EventBridgeException;
import software.amazon.awssdk.services.eventbridge.model.InternalException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

class EventPublisherTest {

    private final ScriptedBus bus = new ScriptedBus();
    private final EventPublisher publisher = new EventPublisher(bus, "suite-bus");

    /** Returns a change of a separate item. */
    private static KeyedEvent change(int id) {
        return change(Integer.toString(id), "item " + id);
    }

    private static KeyedEvent change(String id, Object item) {
        return new KeyedEvent(
                item, new DomainEvent("backplane.things", "ThingMade", new Obj(Map.of("id", new Text(id)))));
    }

    private static KeyedEvent sized(int id, int bytes) {
        int rest = "backplane.things".length() + "ThingMade".length() + "{\"id\":\"\"}".length();
        String start = id + "-";
        return change(start + "x".repeat(bytes - rest - start.length()), id);
    }

    private static List<KeyedEvent> changes(int count) {
        return IntStream.range(0, count).mapToObj(EventPublisherTest::change).toList();
    }

    @Test
    void publish_sendsEachEventAsTheBusTakesIt() {
        publisher.publish(List.of(change(1)));

        assertThat(bus.calls())
                .containsExactly(List.of(PutEventsRequestEntry.builder()
                        .eventBusName("suite-bus")
                        .source("backplane.things")
                        .detailType("ThingMade")
                        .detail("{\"id\":\"1\"}")
                        .build()));
    }

    @Test
    void publish_whenThereIsNothing_callsNobody() {
        Published published = publisher.publish(List.of());

        assertThat(published.missing()).isEmpty();
        assertThat(bus.calls()).isEmpty();
    }

    @Test
    void publish_when23EventsAreSent_makesCallsOf10And10And3InOrder() {
        Published published = publisher.publish(changes(23));

        assertThat(published.missing()).isEmpty();
        assertThat(published.failure()).isEmpty();
        assertThat(bus.calls()).extracting(List::size).containsExactly(10, 10, 3);
        assertThat(bus.sent()).containsExactlyElementsOf(ids(0, 23));
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    @Test
    void publish_whenACallWouldBeTooLarge_splitsIt() {
        int half = PutEventsCall.MAX_BYTES / 2;

        publisher.publish(List.of(sized(1, half), sized(2, half), sized(3, half), sized(4, half + 1), sized(5, 100)));

        assertThat(bus.calls()).extracting(List::size).containsExactly(2, 1, 2);
    }

    @Test
    void publish_countsSizeInBytesNotCharacters() {
        KeyedEvent wide = change("é".repeat(PutEventsCall.MAX_BYTES / 4), "a");

        publisher.publish(List.of(wide, change("é".repeat(PutEventsCall.MAX_BYTES / 4), "b")));

        assertThat(bus.calls()).extracting(List::size).containsExactly(1, 1);
    }

    @Test
    void fits_isWhatTheBusTakes() {
        assertThat(publisher.fits(sized(0, PutEventsCall.MAX_BYTES).event())).isTrue();
        assertThat(publisher.fits(sized(0, PutEventsCall.MAX_BYTES + 1).event()))
                .isFalse();
    }

    @Test
    void publish_whenAnEventIsAsLargeAsACallMayBe_sendsItAlone() {
        assertThat(publisher
                        .publish(List.of(change(1), sized(2, PutEventsCall.MAX_BYTES), change(3)))
                        .missing())
                .isEmpty();
        assertThat(bus.calls()).extracting(List::size).containsExactly(1, 1, 1);
    }

    @Test
    void publish_whenOneEventIsTooLarge_reportsItAndSendsTheOthersOfItsCall() {
        Published published =
                publisher.publish(List.of(change(0), change(1), sized(2, PutEventsCall.MAX_BYTES + 1), change(3)));

        assertThat(published.missing()).containsExactly(2);
        assertThat(published.failure())
                .get()
                .asString()
                .contains((PutEventsCall.MAX_BYTES + 1) + " bytes is too large");
        assertThat(bus.sent()).containsExactly("0", "1", "3");
    }

    @Test
    void publish_whenOnlyOneEventIsGivenAndItIsTooLarge_callsNobody() {
        assertThat(publisher
                        .publish(List.of(sized(0, PutEventsCall.MAX_BYTES + 1)))
                        .missing())
                .containsExactly(0);
        assertThat(bus.calls()).isEmpty();
    }

    @Test
    void publish_whenEntriesAreRefused_sendsOnlyThoseAgain() {
        bus.refuse("1").refuse("3").refuse("3");

        Published published = publisher.publish(changes(12));

        assertThat(published.missing()).isEmpty();
        assertThat(published.failure()).isEmpty();
        assertThat(bus.calls().stream().map(ScriptedBus::ids))
                .containsExactly(ids(0, 10), List.of("1", "3"), List.of("3"), List.of("10", "11"));
    }

    @Test
    void publish_whenAnEntryIsAlwaysRefused_reportsItAndAllThatWasNotSentAfterIt() {
        bus.alwaysRefuse("4");

        Published published = publisher.publish(changes(23));

        assertThat(published.missing())
                .containsExactlyElementsOf(
                        Stream.concat(Stream.of(4), IntStream.range(10, 23).boxed())
                                .toList());
        assertThat(published.failure()).get().asString().contains("ThrottlingException");
        assertThat(bus.calls().stream().map(ScriptedBus::ids)).containsExactly(ids(0, 10), List.of("4"), List.of("4"));
    }

    @Test
    void publish_whenTheSecondCallFails_reportsTheRightEventsAndSendsNoThird() {
        bus.alwaysRefuse("12");

        assertThat(publisher.publish(changes(23)).missing().first()).isEqualTo(12);
        assertThat(bus.sent()).contains("19").doesNotContain("20");
    }

    @Test
    void publish_whenACallIsThrottledOrDenied_reportsItsEventsInsteadOfLosingThem() {
        for (String code : List.of("ThrottlingException", "AccessDeniedException")) {
            ScriptedBus failing = new ScriptedBus()
                    .failFrom(1, EventBridgeException.builder().message(code).build());

            Published published = new EventPublisher(failing, "suite-bus").publish(changes(23));

            assertThat(published.missing())
                    .containsExactlyElementsOf(IntStream.range(10, 23).boxed().toList());
            assertThat(published.failure()).get().asString().contains(code);
            assertThat(failing.sent()).containsExactlyElementsOf(ids(0, 10));
        }
    }

    @Test
    void publish_whenTheResendThrows_reportsOnlyWhatWasLeft() {
        bus.refuse("1")
                .refuse("2")
                .failFrom(1, InternalException.builder().message("no").build());

        assertThat(publisher.publish(changes(5)).missing()).containsExactly(1, 2);
    }

    @Test
    void publish_whenTheNetworkIsGone_reportsEverything() {
        bus.failFrom(0, SdkClientException.create("no route"));

        assertThat(publisher.publish(changes(3)).missing()).containsExactly(0, 1, 2);
    }

    @Test
    void publish_whenTheCodeIsWrong_doesNotHideIt() {
        bus.failFrom(0, new IllegalStateException("a bug"));

        assertThatThrownBy(() -> publisher.publish(changes(1))).hasMessage("a bug");
    }

    @Test
    void publish_whenAnItemChangedTwice_neverPutsBothIntoOneCall() {
        publisher.publish(
                List.of(change("a1", "a"), change("b1", "b"), change("a2", "a"), change("a3", "a"), change("c1", "c")));

        assertThat(bus.calls().stream().map(ScriptedBus::ids))
                .containsExactly(List.of("a1", "b1"), List.of("a2"), List.of("a3", "c1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void publish_whenAnEventOfAnItemFails_sendsNoneOfItsLaterOnes(int failing) {
        bus.alwaysRefuse("a" + failing);

        publisher.publish(
                List.of(change("a1", "a"), change("b1", "b"), change("a2", "a"), change("b2", "b"), change("a3", "a")));

        assertThat(bus.accepted().filter(id -> id.startsWith("a")))
                .containsExactlyElementsOf(
                        IntStream.range(1, failing).mapToObj(i -> "a" + i).toList());
    }

    @Test
    void publish_whenATooLargeEventOfAnItemIsPassedOver_sendsNoneOfItsLaterOnes() {
        KeyedEvent large = sized(7, PutEventsCall.MAX_BYTES + 1);

        Published published = publisher.publish(List.of(change("b1", "b"), large, change("later", large.key())));

        assertThat(published.missing()).containsExactly(1, 2);
        assertThat(bus.sent()).containsExactly("b1");
    }

    @Test
    void publish_ofOneEvent_throwsWhenTheBusFails() {
        publisher.publish(change(1).event());
        bus.failFrom(1, SdkClientException.create("no route"));

        assertThatThrownBy(() -> publisher.publish(change(2).event())).hasMessageContaining("no route");
    }
}
