package dev.backplane.local;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.dynamodb.TtlSweepers;
import dev.backplane.local.dynamodb.WriteNotifier;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.lambda.eventsource.QueueMappings;
import dev.backplane.local.lambda.eventsource.StreamMappings;
import dev.backplane.local.sqs.Queues;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** The background pollers: item expiry, table streams and queues. */
record Pollers(TtlSweepers sweepers, StreamMappings streams, QueueMappings queues) implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Pollers.class.getName());

    /**
     * The dependencies of the pollers.
     *
     * @param positions the folder of stream positions; in memory when empty
     */
    record Context(
            Engines engines,
            ExpiryLedger ledger,
            WriteNotifier changes,
            Functions functions,
            Queues queues,
            Iam iam,
            InstantSource clock,
            Optional<Path> positions) {}

    /** Creates the tables and the pollers. */
    static Pollers of(CloudTemplates templates, Context context) {
        Engines engines = context.engines();
        Tables tables = Tables.create(engines.dynamo(), templates);
        return new Pollers(
                TtlSweepers.of(
                        templates,
                        new TtlSweepers.Context(
                                engines.dynamo(),
                                engines.streams(),
                                tables,
                                context.ledger(),
                                context.changes(),
                                context.clock()),
                        failure("scanning for expired items")),
                StreamMappings.of(
                        templates,
                        new StreamMappings.Context(
                                engines.streams(),
                                context.changes(),
                                tables,
                                context.ledger(),
                                context.functions(),
                                context.queues(),
                                context.iam()),
                        context.positions(),
                        failure("reading a stream")),
                QueueMappings.of(
                        templates,
                        new QueueMappings.Context(
                                engines.queues(), context.functions(), context.queues(), context.iam()),
                        failure("polling a queue")));
    }

    private static Consumer<Exception> failure(String what) {
        return failure -> LOG.log(Level.WARNING, what + " failed and will be retried", failure);
    }

    void start() {
        sweepers.start();
        streams.start();
        queues.start();
    }

    @Override
    public void close() {
        sweepers.close();
        streams.close();
        queues.close();
    }
}
