package dev.backplane.local.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;
import org.elasticmq.actor.queue.QueueEvent;
import org.elasticmq.persistence.sql.SqlQueuePersistenceActor;
import org.elasticmq.persistence.sql.SqlQueuePersistenceConfig;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.List$;
import scalikejdbc.ConnectionPool;

/** The database in which ElasticMQ stores queues and messages. */
final class QueueArchive implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final AtomicReference<@Nullable Path> IN_USE = new AtomicReference<>();

    private final SqlQueuePersistenceConfig config;
    private @Nullable ActorRef listener;

    private QueueArchive(SqlQueuePersistenceConfig config) {
        this.config = config;
    }

    static QueueArchive open(Path folder) {
        if (!IN_USE.compareAndSet(null, folder)) {
            throw new IllegalStateException("this JVM already stores queues in " + IN_USE.get());
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new EngineException("cannot create " + folder, failure);
        }
        // Without a write delay, confirmed messages survive a killed process.
        String url = "jdbc:h2:file:" + folder.resolve("queues").toAbsolutePath() + ";WRITE_DELAY=0";
        SqlQueuePersistenceConfig config = new SqlQueuePersistenceConfig(true, "org.h2.Driver", url, "", "", false);
        // ElasticMQ opens its connection pool once per JVM, for the first database; for a later one it must be
        // replaced.
        ConnectionPool.singleton(
                url,
                "",
                "",
                ConnectionPool.singleton$default$4(),
                ConnectionPool.singleton$default$5(url, "", "", ConnectionPool.singleton$default$4()));
        return new QueueArchive(config);
    }

    ActorRef listener(ActorSystem actors) {
        listener = actors.actorOf(Props.create(
                SqlQueuePersistenceActor.class, () -> new SqlQueuePersistenceActor(config, List$.MODULE$.empty())));
        return listener;
    }

    void restore(ActorRef queues) {
        if (listener != null) {
            Patterns.ask(listener, new QueueEvent.Restore(queues), TIMEOUT)
                    .toCompletableFuture()
                    .join();
        }
    }

    @Override
    public void close() {
        ConnectionPool.closeAll();
        IN_USE.set(null);
    }
}
