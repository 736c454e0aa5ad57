package dev.backplane.local.lambda.eventsource;

import static dev.backplane.local.lambda.eventsource.Changes.changes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.lambda.eventsource.StreamMappingSettings.FailureHandling;
import dev.backplane.local.testing.Eventually;
import dev.backplane.local.time.Pause;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class StreamMappingRunnerTest {

    private final FakeStream stream = new FakeStream();
    private final FakeFunction function = new FakeFunction();
    private final Checkpoints checkpoints = Checkpoints.inMemory();

    @Test
    void start_readsAParentToItsEndBeforeItsChild() {
        stream.shard("child", Optional.of("parent"), changes(10, 11))
                .shard("parent", Optional.of("trimmed"), changes(1, 2));
        try (StreamMappingRunner runner = runner()) {
            runner.start();
            Eventually.assertThat(
                    function::batches, batches -> assertThat(batches).containsExactly(List.of(1, 2)));

            stream.add("parent", changes(3, 3));
            stream.close("parent");

            Eventually.assertThat(
                    function::batches,
                    batches -> assertThat(batches).containsExactly(List.of(1, 2), List.of(3), List.of(10, 11)));
        }
    }

    @Test
    void close_endsItsThreads() {
        stream.shard("shard", Optional.empty(), changes(1, 1));
        StreamMappingRunner runner = runner();
        runner.start();
        Eventually.assertThat(function::batches, batches -> assertThat(batches).hasSize(1));

        assertThat(runner.isRunning()).isTrue();
        runner.close();

        assertThat(runner.isRunning()).isFalse();
    }

    private StreamMappingRunner runner() {
        FailureHandling onFailure =
                new FailureHandling(false, false, OptionalInt.of(0), Optional.empty(), Optional.empty());
        StreamMappingSettings mapping = new StreamMappingSettings("mapping", "f", "s", List.of(), 10, onFailure);
        Pause pause = StreamMappingRunnerTest::yieldBriefly;
        BatchDelivery.Context context =
                new BatchDelivery.Context(function, discard -> {}, Clock.systemUTC(), pause, pause);
        return new StreamMappingRunner(mapping, stream, checkpoints, context, failure -> {
            throw new AssertionError(failure);
        });
    }

    private static void yieldBriefly(Duration time) throws InterruptedException {
        LockSupport.parkNanos(Math.min(time.toNanos(), 1_000_000));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
