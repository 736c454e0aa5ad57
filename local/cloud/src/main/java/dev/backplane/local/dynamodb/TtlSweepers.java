package dev.backplane.local.dynamodb;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Deletes expired items of all tables with TTL, sooner than DynamoDB does. */
public final class TtlSweepers implements AutoCloseable {

    private final List<TtlSweeper> sweepers;

    private TtlSweepers(List<TtlSweeper> sweepers) {
        this.sweepers = sweepers;
    }

    /** The dependencies of the sweepers. */
    public record Context(
            Engine dynamo,
            Engine streams,
            Tables tables,
            ExpiryLedger ledger,
            WriteNotifier changes,
            InstantSource clock) {}

    /**
     * Creates one sweeper per table.
     *
     * @param onError receives scan errors; scans are retried
     */
    public static TtlSweepers of(CloudTemplates templates, Context context, Consumer<Exception> onError) {
        return new TtlSweepers(TimeToLive.in(templates).stream()
                .map(table -> sweeper(table, context, onError))
                .toList());
    }

    /** Completes interrupted deletions and starts. */
    public void start() {
        sweepers.forEach(TtlSweeper::start);
    }

    private static TtlSweeper sweeper(TimeToLive table, Context context, Consumer<Exception> onError) {
        Optional<RecordedExpiry> recorded = table.streamArn()
                .map(stream -> new RecordedExpiry(
                        context.ledger(),
                        context.ledger().of(stream),
                        StreamTail.of(context.streams(), context.tables(), stream, context.ledger())));
        return new TtlSweeper(
                table.table(),
                new ExpiredItems(table, context.dynamo(), context.clock()),
                recorded,
                new TtlSweeper.Context(
                        context.clock(),
                        Thread::sleep,
                        context.changes().listen(table.table()),
                        () -> context.changes().signal(List.of(table.table())),
                        onError));
    }

    @Override
    public void close() {
        sweepers.forEach(TtlSweeper::close);
    }
}
