package dev.backplane.platform.streams;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.log.Invocation;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.Resources;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StreamHandlerTest {

    private final TestPlatform platform = TestPlatform.withoutAws();

    /** Handles a batch as scripted by a test. */
    private static final class WholeBatchHandler extends StreamHandler {

        private final Function<List<StreamRecord>, Optional<StreamRecord>> work;

        WholeBatchHandler(Platform platform, Function<List<StreamRecord>, Optional<StreamRecord>> work) {
            super(platform, "things");
            this.work = work;
        }

        @Override
        protected Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
            return work.apply(records);
        }
    }

    @Test
    void batch_hasTheTimeOfItsInvocation() {
        AtomicReference<Optional<Duration>> left = new AtomicReference<>();
        WholeBatchHandler handler = new WholeBatchHandler(platform.platform(), _ -> {
            left.set(Deadline.left());
            return Optional.empty();
        });

        Invoke.with(handler, StreamEvents.batch("a"), Invoke.contextWith(1_000));

        assertThat(left.get()).contains(Duration.ZERO);
    }

    /** Records the names of the records it handles, and fails for some. */
    private static final class EachRecordHandler extends RecordHandler {

        private final List<String> handled = new ArrayList<>();
        private final List<String> failing;

        EachRecordHandler(Platform platform, String... failing) {
            super(platform, "things");
            this.failing = List.of(failing);
        }

        @Override
        protected void handle(StreamRecord record) {
            String name = record.newItem().orElseThrow().text("Name");
            if (name.startsWith("poison")) {
                throw new InvalidValueException("unreadable");
            }
            if (name.equals("bug")) {
                throw new IllegalArgumentException("a bug");
            }
            if (failing.contains(name)) {
                throw new Unavailable("THROTTLED", "cannot handle it", Duration.ofSeconds(1));
            }
            handled.add(name);
        }
    }

    @Test
    void answer_whenAllWentWell_namesNoRecord() {
        String answer = Invoke.with(
                new WholeBatchHandler(platform.platform(), _ -> Optional.empty()),
                Resources.text("events/stream-batch.json"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": []}");
    }

    @Test
    void answer_whenARecordFailed_namesItAsLambdaReadsIt() {
        String answer = Invoke.with(
                new WholeBatchHandler(platform.platform(), records -> Optional.of(records.get(1))),
                StreamEvents.batch("a", "b", "c"));

        StreamsEventResponse read = LambdaEventSerializers.serializerFor(
                        StreamsEventResponse.class, getClass().getClassLoader())
                .fromJson(answer);
        assertThat(read.getBatchItemFailures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.getItemIdentifier()).isEqualTo("101"));
    }

    @Test
    void answer_whenTheBatchIsEmpty_namesNoRecord() {
        assertThatJson(Invoke.with(new EachRecordHandler(platform.platform()), "{\"Records\":[]}"))
                .isEqualTo("{\"batchItemFailures\": []}");
    }

    @Test
    void eachRecord_isHandledInOrder() {
        EachRecordHandler handler = new EachRecordHandler(platform.platform());

        Invoke.with(handler, StreamEvents.batch("a-1", "b-1", "a-2"));

        assertThat(handler.handled).containsExactly("a-1", "b-1", "a-2");
    }

    @Test
    void eachRecord_whenSomeFail_stopsAtTheLowestAndNamesIt() {
        EachRecordHandler handler = new EachRecordHandler(platform.platform(), "b", "c");

        String answer = Invoke.with(handler, StreamEvents.batch("a", "b", "c", "d"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": [{\"itemIdentifier\": \"101\"}]}");
        assertThat(handler.handled).containsExactly("a");
    }

    @Test
    void eachRecord_whenOneCannotBeRead_setsItAsideAndGoesOn() {
        EachRecordHandler handler = new EachRecordHandler(platform.platform());

        String answer = Invoke.with(handler, StreamEvents.batch("a", "poison", "c"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": []}");
        assertThat(handler.handled).containsExactly("a", "c");
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
        assertThat(platform.lines().getFirst()).contains("skipped the record id-poison", "unreadable");
    }

    @Test
    void eachRecord_whenOneFails_leavesTheReasonInTheLogLine() {
        Invoke.with(new EachRecordHandler(platform.platform(), "b"), StreamEvents.batch("a", "b"));

        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThatJson(line)
                    .isObject()
                    .containsEntry("service", "things")
                    .containsEntry("operation", "EachRecord")
                    .containsEntry("requestId", Invoke.REQUEST_ID)
                    .containsEntry("outcome", "FAULT");
            assertThatJson(line).node("records").isEqualTo(2);
            assertThatJson(line).node("faults").isEqualTo(1.0);
            assertThat(line).contains("cannot handle it");
        });
    }

    @Test
    void batch_whenTheHandlerThrows_failsAsAWholeAndIsLogged() {
        StreamHandler handler = new WholeBatchHandler(platform.platform(), _ -> {
            throw new IllegalStateException("cannot handle any");
        });

        assertThatThrownBy(() -> Invoke.with(handler, StreamEvents.batch("a"))).hasMessage("cannot handle any");
        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThatJson(line).node("outcome").isEqualTo("FAULT");
            assertThat(line).contains("cannot handle any");
        });
    }

    @Test
    void eachRecord_whenTheHandlerHasABug_isDeliveredAgainAndNotSetAside() {
        EachRecordHandler handler = new EachRecordHandler(platform.platform());

        String answer = Invoke.with(handler, StreamEvents.batch("a", "bug", "c"));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\": [{\"itemIdentifier\": \"101\"}]}");
        assertThat(handler.handled).containsExactly("a");
        assertThat(platform.lines().getFirst()).contains("a bug").doesNotContain("set aside");
    }
}
