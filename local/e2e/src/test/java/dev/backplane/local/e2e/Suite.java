package dev.backplane.local.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.platform.dynamo.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The running suite, started once for all end-to-end tests. */
final class Suite implements BeforeAllCallback {

    static final Path TEMPLATES = Path.of("../../infra/target/cdk.out");
    static final Path ROOT = Path.of("../..");

    // Only a failure takes this long; a slow machine must not fail a test.
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(5);

    private static final int LONGEST_PAUSE = 100;
    private static final int TIMEOUT_OF_ROUTES = 10;
    private static final int TIMEOUT_OF_THE_GATEWAY = 30;

    private @Nullable Running running;

    /** Closed by JUnit when the last test has run. */
    private record Running(LocalServer server, DynamoDbClient dynamo) implements AutoCloseable {

        @Override
        public void close() {
            dynamo.close();
            server.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(Namespace.create(Suite.class))
                .computeIfAbsent(Running.class, _ -> start(), Running.class);
    }

    private static Running start() {
        LocalServer server = serve(LocalCloud.Options.of(TEMPLATES));
        return new Running(server, dynamo(server));
    }

    /** Starts a separate suite on a free port. */
    static LocalServer serve(LocalCloud.Options options) {
        AtomicInteger edited = new AtomicInteger();
        LocalServer server = start(options.withEdit(patient(options.edit(), edited)));
        if (edited.get() == 0) {
            server.close();
            throw new IllegalStateException("no function has the timeout of routes, " + TIMEOUT_OF_ROUTES + " s");
        }
        return server;
    }

    private static LocalServer start(LocalCloud.Options options) {
        try {
            return LocalServer.start(options, 0, LocalServer.Output.QUIET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Extends the timeout of HTTP functions to that of API Gateway, because they share a busy machine. */
    private static TemplateEdit patient(TemplateEdit edit, AtomicInteger edited) {
        return (name, template) -> {
            edit.edit(name, template);
            template.path("Resources").forEach(resource -> {
                if (resource.at("/Properties/Timeout").asInt() == TIMEOUT_OF_ROUTES) {
                    ((ObjectNode) resource.path("Properties")).put("Timeout", TIMEOUT_OF_THE_GATEWAY);
                    edited.incrementAndGet();
                }
            });
        };
    }

    /** Gives a function a timeout of its own. */
    static TemplateEdit timeout(String function, int seconds) {
        return (_, template) -> template.path("Resources").forEach(resource -> {
            if (resource.at("/Properties/FunctionName").asText().endsWith("-" + function)) {
                ((ObjectNode) resource.path("Properties")).put("Timeout", seconds);
            }
        });
    }

    /**
     * Gives the function that responds to CloudFormation little time: it repeats a refused response until its timeout is
     * near, and requests that tests make up have no valid address for the response.
     */
    static TemplateEdit refusedSoon() {
        return timeout("ManageMetadata", 5);
    }

    /** Returns a client for the engine itself, without policies. */
    static DynamoDbClient dynamo(LocalServer server) {
        return DynamoDbClient.builder()
                .httpClient(new EngineHttpClient())
                .endpointOverride(server.cloud().dynamoEndpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .build();
    }

    LocalServer server() {
        return Objects.requireNonNull(running).server();
    }

    /** Returns the API with a token of all scopes. */
    Api api() {
        return new Api(server().address(), server().token());
    }

    /** Returns the physical name of a table. */
    static String table(LocalServer server, String name) {
        return server.cloud().templates().ofType("AWS::DynamoDB::Table").stream()
                .filter(table -> table.logicalId().startsWith(name))
                .findFirst()
                .map(TemplateResource::ref)
                .orElseThrow();
    }

    /** Returns every row of a table. */
    List<Item> rows(String name) {
        return rows(Objects.requireNonNull(running).dynamo(), table(server(), name));
    }

    /** Returns every row of a table in a separate suite. */
    static List<Item> rows(LocalServer server, String name) {
        try (DynamoDbClient dynamo = dynamo(server)) {
            return rows(dynamo, table(server, name));
        }
    }

    private static List<Item> rows(DynamoDbClient dynamo, String table) {
        return dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Waits until a resource has at least a number of events. */
    List<BusEvent> events(String id, int atLeast) {
        return await(() -> events(id), events -> events.size() >= atLeast);
    }

    List<BusEvent> events(String id) {
        return server().cloud().buses().events().stream()
                .filter(event -> event.detail().path("id").asText().equals(id))
                .toList();
    }

    /** Repeats until the condition holds. */
    static <T> T await(Supplier<T> look, Predicate<T> wanted) {
        return await("still", look, wanted);
    }

    /**
     * Repeats until the condition holds, with growing pauses.
     *
     * @param problem introduces what is seen if the condition never holds
     */
    static <T> T await(String problem, Supplier<T> look, Predicate<T> wanted) {
        Instant deadline = Instant.now().plus(STOP_TIMEOUT);
        for (int pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause + 10)) {
            T seen = look.get();
            if (wanted.test(seen)) {
                return seen;
            }
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError(problem + " " + seen + " after " + STOP_TIMEOUT);
            }
            LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
        }
    }
}
