package dev.backplane.local.lambda.eventsource;

import static dev.backplane.local.lambda.eventsource.Changes.START;
import static dev.backplane.local.lambda.eventsource.Changes.changes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.lambda.eventsource.StreamMappingSettings.FailureHandling;
import dev.backplane.local.time.Pause;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ShardReaderTest {

    private static final String SHARD = "shard";

    private final FakeStream stream = new FakeStream();
    private final FakeFunction function = new FakeFunction();
    private final Checkpoints checkpoints = Checkpoints.inMemory();
    private Instant now = START;
    private Runnable whilePausing = () -> {};

    @Test
    void readToEnd_neverExceedsTheBatchSize() throws InterruptedException {
        stream.shard(SHARD, Optional.empty(), changes(1, 5)).close(SHARD);

        read(mapping(2));

        assertThat(function.batches()).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
        assertThat(checkpoints.isDone(SHARD)).isTrue();
    }

    @Test
    void readToEnd_passesOnOnlyWhatAFilterMatches() throws InterruptedException {
        stream.shard(SHARD, Optional.empty(), changes(1, 6)).close(SHARD);

        read(mapping(10, "{\"eventName\":[\"MODIFY\"]}"));

        assertThat(function.batches()).containsExactly(List.of(2, 4, 6));
    }

    @Test
    void readToEnd_whenAFilterMatchesNothing_stillAdvances() throws InterruptedException {
        stream.shard(SHARD, Optional.empty(), changes(1, 6)).close(SHARD);

        read(mapping(10, "{\"eventName\":[\"REMOVE\"]}"));

        assertThat(function.batches()).isEmpty();
        assertThat(checkpoints.after(SHARD)).contains("6");
    }

    @Test
    void readToEnd_whenItsPlaceBecomesUseless_goesOnAfterTheLastRecordItRead() throws InterruptedException {
        stream.shard(SHARD, Optional.empty(), changes(1, 1));
        whilePausing = () -> {
            stream.add(SHARD, changes(2, 2));
            stream.forgetIterators();
            stream.close(SHARD);
        };

        read(mapping(10));

        assertThat(function.batches()).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void readToEnd_goesOnAfterTheCheckpoint() throws InterruptedException {
        stream.shard(SHARD, Optional.empty(), changes(1, 3)).close(SHARD);
        checkpoints.advance(SHARD, "2");

        read(mapping(10));

        assertThat(function.batches()).containsExactly(List.of(3));
    }

    private static StreamMappingSettings mapping(int batchSize, String... filters) {
        FailureHandling onFailure =
                new FailureHandling(false, false, OptionalInt.of(0), Optional.empty(), Optional.empty());
        return new StreamMappingSettings("mapping", "function", "stream", List.of(filters), batchSize, onFailure);
    }

    private void read(StreamMappingSettings mapping) throws InterruptedException {
        Pause pause = time -> now = now.plus(time);
        Pause idle = time -> {
            now = now.plus(time);
            whilePausing.run();
        };
        BatchDelivery.Context context = new BatchDelivery.Context(function, discard -> {}, () -> now, pause, idle);
        new ShardReader(SHARD, mapping, stream, checkpoints, context).readToEnd();
    }
}
