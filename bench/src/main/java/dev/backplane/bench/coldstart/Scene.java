package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.bench.ReadyTenant;
import dev.backplane.bench.warm.SampleEvent;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.api.CreateAliasHandler;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.api.UpdateDeploymentStatusHandler;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.runtime.TlsFront;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.settings.Settings;
import dev.backplane.platform.testing.CreateTables;
import dev.backplane.platform.testing.Invoke;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.tenants.store.TenantStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB Local behind TLS with the data of the subjects, so that each of them has all of its work to do. */
final class Scene implements AutoCloseable {

    private static final Map<String, TableSpec> TABLES = Map.of(
            DeploymentsSettings.DEPLOYMENT_TABLE, DeploymentStore.TABLE,
            DeploymentsSettings.ALIAS_TABLE, AliasStore.TABLE,
            TenantsSettings.TENANT_TABLE, TenantStore.TABLE,
            PoolSettings.POOL_TABLE, PoolStore.TABLE);
    private static final String VERSION = "1.0.1";
    private static final int FEW_CALLS = 10;
    private static final int CALLS = 2_000;

    private final DynamoDbEngine engine = DynamoDbEngine.inMemory();
    private final TlsFront front = new TlsFront(engine.endpoint());
    private final EngineHttpClient http = new EngineHttpClient();
    private final Map<String, String> settings = new HashMap<>();
    private final Platform platform;

    Scene() {
        AwsConnection aws = new AwsConnection(
                http,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")),
                Region.US_EAST_1,
                Optional.of(engine.endpoint()));
        try (DynamoDbClient client = aws.client(DynamoDbClient.builder())) {
            TABLES.forEach((setting, table) -> {
                client.createTable(CreateTables.of(table, table.name()));
                settings.put(setting, table.name());
            });
        }
        settings.put(TenantsSettings.TENANT_STACK_VERSION, VERSION);
        settings.put(TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json");
        settings.put(TenantsSettings.CREATE_MACHINE, "create");
        platform = new Platform(Settings.of(settings), aws, Clock.systemUTC(), Ids.random(), _ -> {});
    }

    TlsFront front() {
        return front;
    }

    /** Makes the data of each subject, and returns it. */
    List<Subject> subjects() {
        return List.of(resolve(), getQueue(), createLease());
    }

    /** Has TLS and DynamoDB at work for a while, as no caller of AWS is its first one. */
    void warmUp(List<Subject> subjects) {
        front.warmUp(CALLS);
        subjects.forEach(subject -> call(subject, CALLS));
    }

    /** Has both do a little right before a start, as AWS does not fall asleep between two callers. */
    void keepBusy(Subject subject) {
        front.warmUp(FEW_CALLS);
        call(subject, FEW_CALLS);
        OwnCompiler.awaitQuiet();
    }

    private void call(Subject subject, int times) {
        for (int call = 0; call < times; call++) {
            // Each time a new one: the others remember what they have read.
            RequestStreamHandler handler = subject.make(platform);
            String event = new String(subject.events().get(), StandardCharsets.UTF_8);
            subject.check().accept(Invoke.with(handler, event));
        }
    }

    private Subject resolve() {
        prepare(new CreateDeploymentHandler(platform), "CreateDeployment");
        prepare(new UpdateDeploymentStatusHandler(platform), "UpdateDeploymentStatus");
        prepare(new CreateAliasHandler(platform), "CreateAlias");
        return reading("ResolveAlias", "deployments", new ResolveAliasHandler(platform));
    }

    private Subject getQueue() {
        ReadyTenant.store(platform, VERSION);
        return reading("GetQueue", "tenants", new GetQueueHandler(platform));
    }

    /** Makes a tenant, and returns the read of its version alone, which functions are compared by that do only this. */
    Subject read() {
        Subject queue = getQueue();
        return new Subject("GetItem", queue.service(), queue.handler(), queue.settings(), queue.events(), answer -> {
            Reply reply = Reply.parse(answer);
            reply.requireSuccess();
            if (!reply.text("tenantId").equals("acme") || !reply.text("version").equals(VERSION)) {
                throw new IllegalStateException("not the tenant: " + answer);
            }
        });
    }

    private Subject createLease() {
        Claims claims = new Claims(platform);
        return new Subject(
                "CreateLease", "pool", CreateLeaseHandler.class, environment(), claims::next, claims::checkAndEnd);
    }

    /** A read is right when it says what our own handler says. */
    private Subject reading(String name, String service, RequestStreamHandler handler) {
        SampleEvent event = SampleEvent.of(name);
        Reply expected = Reply.parse(Invoke.with(handler, event.text()));
        return new Subject(
                name,
                service,
                handler.getClass(),
                environment(),
                event::bytes,
                answer -> expected.requireSame(Reply.parse(answer)));
    }

    /** Returns what every function is told, whatever it is written in. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("AWS_ENDPOINT_URL_DYNAMODB", front.endpoint().toString());
        // As the stacks say it; the runtime client of Java sets up a writer of JSON for it.
        environment.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
        return environment;
    }

    private static void prepare(RequestStreamHandler handler, String function) {
        Reply.parse(Invoke.with(handler, SampleEvent.of(function).text())).requireSuccess();
    }

    @Override
    public void close() {
        front.close();
        http.close();
        engine.close();
    }
}
