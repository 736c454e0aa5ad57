package dev.backplane.local.lambda.eventsource;

import static dev.backplane.local.lambda.eventsource.Changes.START;
import static dev.backplane.local.lambda.eventsource.Changes.change;
import static dev.backplane.local.lambda.eventsource.Changes.changes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.lambda.eventsource.DiscardedBatch.Reason;
import dev.backplane.local.lambda.eventsource.StreamMappingSettings.FailureHandling;
import dev.backplane.local.time.Pause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class BatchDeliveryTest {

    private static final FailureHandling PLAIN =
            new FailureHandling(false, false, OptionalInt.of(2), Optional.empty(), Optional.empty());
    private static final FailureHandling BISECT =
            new FailureHandling(false, true, OptionalInt.of(2), Optional.empty(), Optional.empty());
    private static final FailureHandling PARTIAL =
            new FailureHandling(true, false, OptionalInt.of(2), Optional.empty(), Optional.empty());
    private static final FailureHandling PARTIAL_AND_BISECT =
            new FailureHandling(true, true, OptionalInt.of(1), Optional.empty(), Optional.empty());

    private final List<String> progress = new ArrayList<>();
    private final List<DiscardedBatch> discards = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = START;

    @Test
    void deliver_whenAllGoesWell_invokesOnce() throws InterruptedException {
        FakeFunction function = new FakeFunction();

        deliver(PLAIN, function, changes(1, 3));

        assertThat(function.batches()).containsExactly(List.of(1, 2, 3));
        assertThat(progress).containsExactly("3");
        assertThat(discards).isEmpty();
    }

    @Test
    void deliver_whenRetriesAreUsedUp_givesTheBatchUpAndGoesOn() throws InterruptedException {
        FakeFunction function = new FakeFunction().poisonedBy(2);

        deliver(PLAIN, function, changes(1, 3));
        deliver(PLAIN, function, changes(4, 5));

        assertThat(function.batches())
                .containsExactly(List.of(1, 2, 3), List.of(1, 2, 3), List.of(1, 2, 3), List.of(4, 5));
        assertThat(discards).singleElement().satisfies(discard -> {
            assertThat(discard.reason()).isEqualTo(Reason.RETRY_ATTEMPTS_EXHAUSTED);
            assertThat(discard.records()).isEqualTo(changes(1, 3));
            assertThat(discard.invocations()).isEqualTo(3);
        });
        assertThat(progress).containsExactly("3", "5");
    }

    @Test
    void deliver_waitsLongerBeforeEachRetry() throws InterruptedException {
        deliver(PLAIN, new FakeFunction().poisonedBy(1), changes(1, 1));

        assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void deliver_whenBisecting_isolatesThePoisonRecord() throws InterruptedException {
        FakeFunction function = new FakeFunction().poisonedBy(3);

        deliver(BISECT, function, changes(1, 4));

        assertThat(function.batches())
                .containsExactly(
                        List.of(1, 2, 3, 4),
                        List.of(1, 2),
                        List.of(3, 4),
                        List.of(3),
                        List.of(3),
                        List.of(3),
                        List.of(4));
        assertThat(discards)
                .singleElement()
                .satisfies(discard -> assertThat(discard.records()).isEqualTo(changes(3, 3)));
        assertThat(progress).containsExactly("2", "3", "4");
    }

    @Test
    void deliver_whenTheAnswerIsPartial_retriesOnlyFromTheLowestFailedRecord() throws InterruptedException {
        FakeFunction function = new FakeFunction().answeringPartially().poisonedBy(3, 4);

        deliver(
                PARTIAL,
                payload -> {
                    InvocationResult answer = function.apply(payload);
                    function.heal();
                    return answer;
                },
                changes(1, 4));

        assertThat(function.batches()).containsExactly(List.of(1, 2, 3, 4), List.of(3, 4));
        assertThat(progress).containsExactly("2", "4");
        assertThat(discards).isEmpty();
    }

    @Test
    void deliver_whenAPartialAnswerNamesNoRecordOfTheBatch_failsAllOfIt() throws InterruptedException {
        List<List<Integer>> batches = new ArrayList<>();

        deliver(
                PARTIAL,
                payload -> {
                    batches.add(Changes.numbers(payload));
                    String failure = batches.size() == 1 ? "{\"itemIdentifier\":\"\"}" : "";
                    return InvocationResult.succeeded(
                            "request",
                            "{\"batchItemFailures\":[%s]}".formatted(failure).getBytes(StandardCharsets.UTF_8));
                },
                changes(1, 2));

        assertThat(batches).containsExactly(List.of(1, 2), List.of(1, 2));
    }

    @Test
    void deliver_whenPartialAnswersAreNotAskedFor_ignoresThem() throws InterruptedException {
        FakeFunction function = new FakeFunction().answeringPartially().poisonedBy(1);

        deliver(PLAIN, function, changes(1, 2));

        assertThat(function.batches()).hasSize(1);
        assertThat(discards).isEmpty();
    }

    @Test
    void deliver_whenBisectingAPartialAnswer_setsOnlyThePoisonRecordAside() throws InterruptedException {
        FakeFunction function = new FakeFunction().answeringPartially().poisonedBy(2);

        deliver(PARTIAL_AND_BISECT, function, changes(1, 4));

        assertThat(discards)
                .singleElement()
                .satisfies(discard -> assertThat(discard.records()).isEqualTo(changes(2, 2)));
        assertThat(progress).endsWith("4");
        assertThat(function.batches()).contains(List.of(3, 4));
    }

    @Test
    void deliver_whenARecordIsTooOld_givesUpThatOneAlone() throws InterruptedException {
        now = START.plusSeconds(61);
        FakeFunction function = new FakeFunction();

        deliver(aged(Duration.ofSeconds(60)), function, List.of(change(1), change(2, START.plusSeconds(30))));

        assertThat(function.batches()).containsExactly(List.of(2));
        assertThat(discards).singleElement().satisfies(discard -> {
            assertThat(discard.reason()).isEqualTo(Reason.RECORD_AGE_EXCEEDED);
            assertThat(discard.records()).isEqualTo(changes(1, 1));
            assertThat(discard.lastInvocation()).isNull();
        });
    }

    @Test
    void deliver_whenRetriesHaveNoLimit_endsWithTheAgeOfTheRecord() throws InterruptedException {
        FakeFunction function = new FakeFunction().poisonedBy(1);

        deliver(aged(Duration.ofSeconds(60)), function, changes(1, 1));

        assertThat(function.batches()).hasSizeGreaterThan(5);
        assertThat(discards)
                .singleElement()
                .satisfies(discard -> assertThat(discard.reason()).isEqualTo(Reason.RECORD_AGE_EXCEEDED));
    }

    private static FailureHandling aged(Duration maxAge) {
        return new FailureHandling(false, false, OptionalInt.empty(), Optional.of(maxAge), Optional.empty());
    }

    private void deliver(
            FailureHandling onFailure, Function<byte[], InvocationResult> function, List<TableChange> batch)
            throws InterruptedException {
        Pause pause = time -> {
            pauses.add(time);
            now = now.plus(time);
        };
        BatchDelivery.Context context = new BatchDelivery.Context(function, discards::add, () -> now, pause, pause);
        new BatchDelivery("shard", onFailure, context, progress::add).deliver(batch);
    }
}
