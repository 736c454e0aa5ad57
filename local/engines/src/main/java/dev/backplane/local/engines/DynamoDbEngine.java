package dev.backplane.local.engines;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * DynamoDB Local behind our own server, because its own server listens on every interface and sends telemetry.
 *
 * <p>All callers share the same tables, whatever their access key and region.
 */
public final class DynamoDbEngine implements AutoCloseable {

    private static final int ANY_PORT = 0;
    private static final boolean SHARED = true;
    /** Longer than clients keep connections, so that no client uses one that is being closed. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    private static final boolean DELAY_TRANSIENT_STATUSES = false;

    private final Server server;
    private final LocalDynamoDBRequestHandler requests;
    private final URI endpoint;

    private DynamoDbEngine(Server server, LocalDynamoDBRequestHandler requests, String secret) {
        this.server = server;
        this.requests = requests;
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        this.endpoint = Loopback.uri(port, secret);
    }

    /** Starts on a free port with tables in memory. */
    public static DynamoDbEngine inMemory() {
        return start(Optional.empty(), ANY_PORT);
    }

    /** Starts on a free port with tables, items and streams in this folder, which is created if needed. */
    public static DynamoDbEngine inFolder(Path folder) {
        return start(Optional.of(folder), ANY_PORT);
    }

    /** Starts on this port, or on a free one if it is 0. */
    public static DynamoDbEngine start(Optional<Path> folder, int port) {
        LocalDynamoDBRequestHandler requests = null;
        try {
            NativeLibrary.load();
            if (folder.isPresent()) {
                Files.createDirectories(folder.get());
            }
            requests = new LocalDynamoDBRequestHandler(
                    0, folder.isEmpty(), folder.map(Path::toString).orElse(null), SHARED, DELAY_TRANSIENT_STATUSES);
            String secret = Loopback.secret();
            return new DynamoDbEngine(serve(requests, secret, port), requests, secret);
        } catch (Exception failure) { // Jetty declares Exception
            if (requests != null) {
                requests.shutdown();
            }
            throw new EngineException("DynamoDB Local did not start on port " + port, failure);
        }
    }

    private static Server serve(LocalDynamoDBRequestHandler requests, String secret, int port) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("dynamodb");
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost(Loopback.HOST);
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.setPort(port);
        server.addConnector(connector);
        ContextHandler context = new ContextHandler(new LocalDynamoDBServerHandler(requests, null), "/" + secret);
        context.setAllowNullPathInContext(true); // no redirect to a path with a trailing slash
        server.setHandler(context);
        server.start();
        return server;
    }

    /** Returns the address; other paths return 404. */
    public URI endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failure) { // Jetty declares Exception
            throw new EngineException("DynamoDB Local did not stop", failure);
        } finally {
            requests.shutdown();
        }
    }
}
