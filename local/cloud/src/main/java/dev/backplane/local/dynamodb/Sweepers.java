package dev.backplane.local.dynamodb;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Removes expired items from all tables whose template says so, as DynamoDB does, only sooner. */
public final class Sweepers implements AutoCloseable {
    private final List<Sweeper> sweepers;

    private Sweepers(List<Sweeper> sweepers) {
        this.sweepers = sweepers;
    }

    /** Where sweepers find what they need. */
    public record Surroundings(
            Engine dynamo,
            Engine streams,
            Tables tables,
            ExpiryLedger ledger,
            ChangeSignal changes,
            InstantSource clock) {}

    /**
     * Prepares a sweeper a table.
     *
     * @param troubles is told why a look failed; it is tried again
     */
    public static Sweepers of(CloudTemplates templates, Surroundings surroundings, Consumer<Exception> troubles) {
        return new Sweepers(TimeToLive.in(templates).stream()
                .map(table -> sweeper(table, surroundings, troubles))
                .toList());
    }

    /** Starts sweeping, once removals that an earlier run broke off are accounted for. */
    public void start() {
        sweepers.forEach(Sweeper::start);
    }

    private static Sweeper sweeper(TimeToLive table, Surroundings surroundings, Consumer<Exception> troubles) {
        Optional<RecordedRemoval> recorded = table.streamArn()
                .map(stream -> new RecordedRemoval(
                        surroundings.ledger(),
                        surroundings.ledger().of(stream),
                        StreamTail.of(surroundings.streams(), surroundings.tables(), stream, surroundings.ledger())));
        return new Sweeper(
                table.table(),
                new TableSweeper(table, surroundings.dynamo(), surroundings.clock()),
                recorded,
                new Sweeper.Outside(
                        surroundings.clock(),
                        Thread::sleep,
                        surroundings.changes().listen(table.table()),
                        () -> surroundings.changes().signal(List.of(table.table())),
                        troubles));
    }

    @Override
    public void close() {
        sweepers.forEach(Sweeper::close);
    }
}
