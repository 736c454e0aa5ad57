package dev.backplane.local.engines;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.elasticmq.StrictSQSLimits$;
import org.elasticmq.actor.QueueManagerActor;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.elasticmq.util.NowProvider;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/** ElasticMQ on loopback, with queue URLs and ARNs in AWS's form. */
public final class QueueEngine implements AutoCloseable {

    private static final int ANY_PORT = 0;
    private static final FiniteDuration GRACE = Duration.create(200, TimeUnit.MILLISECONDS);
    private static final Duration TIMEOUT = Duration.create(30, TimeUnit.SECONDS);
    private static final Config QUIET = ConfigFactory.parseString("""
            pekko {
              daemonic = on
              loglevel = "OFF"
              stdout-loglevel = "OFF"
              log-dead-letters = off
              jvm-exit-on-fatal-error = off
              # The default of 10 ms keeps an idle machine awake.
              scheduler.tick-duration = 100 ms
            }
            """);

    private final ActorSystem actors;
    private final SQSRestServer server;
    private final URI endpoint;
    private final @Nullable QueueArchive archive;

    private QueueEngine(ActorSystem actors, SQSRestServer server, String secret, @Nullable QueueArchive archive) {
        this.actors = actors;
        this.server = server;
        this.archive = archive;
        this.endpoint = Loopback.uri(server.waitUntilStarted().localAddress().getPort(), secret);
    }

    /** Starts on a free port with queues in memory. */
    public static QueueEngine inMemory(String region, String account) {
        return start(region, account, Optional.empty());
    }

    /**
     * Starts on a free port with queues and messages in this folder, which is created if needed.
     *
     * <p>ElasticMQ has one database per JVM: a second engine with a folder can start after the first is closed.
     */
    public static QueueEngine inFolder(String region, String account, Path folder) {
        return start(region, account, Optional.of(folder));
    }

    private static QueueEngine start(String region, String account, Optional<Path> folder) {
        QueueArchive archive = folder.map(QueueArchive::open).orElse(null);
        ActorSystem actors = ActorSystem.create("queues", QUIET.withFallback(ConfigFactory.load()));
        try {
            Option<ActorRef> listener = Option.apply(archive == null ? null : archive.listener(actors));
            ActorRef queues = actors.actorOf(Props.create(
                    QueueManagerActor.class,
                    () -> new QueueManagerActor(new NowProvider(), StrictSQSLimits$.MODULE$, listener)));
            if (archive != null) {
                archive.restore(queues);
            }
            String secret = Loopback.secret();
            SQSRestServer server = SQSRestServerBuilder.withActorSystem(actors)
                    .withQueueManagerActor(queues)
                    .withInterface(Loopback.HOST)
                    .withPort(ANY_PORT)
                    .withServerAddress(new AwsAddress(region, secret))
                    .withAWSRegion(region)
                    .withAWSAccountId(account)
                    .start();
            return new QueueEngine(actors, server, secret, archive);
        } catch (RuntimeException failure) {
            stop(actors, archive);
            throw new EngineException("ElasticMQ did not start", failure);
        }
    }

    /** Returns the address. Only {@link EngineHttpClient} knows its path. */
    public URI endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        try {
            // Does not wait for long polls, which take up to 20 seconds.
            Await.ready(server.waitUntilStarted().terminate(GRACE), TIMEOUT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException failure) {
            throw new EngineException("ElasticMQ did not stop", failure);
        } finally {
            stop(actors, archive);
        }
    }

    private static void stop(ActorSystem actors, @Nullable QueueArchive archive) {
        try {
            Await.result(actors.terminate(), TIMEOUT);
        } catch (Exception failure) { // Scala declares no narrower type
            throw new EngineException("ElasticMQ did not stop", failure);
        } finally {
            if (archive != null) {
                archive.close();
            }
        }
    }
}
