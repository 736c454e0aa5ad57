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
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.runtime.TlsProxy;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.settings.Settings;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.CreateTables;
import dev.backplane.testing.Invoke;
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

/** DynamoDB Local behind TLS, with the data that the measured operations need. */
final class LocalDynamoDb implements AutoCloseable {

    private static final Map<String, TableSpec> TABLES = Map.of(
            DeploymentsSettings.DEPLOYMENT_TABLE, DeploymentStore.TABLE,
            DeploymentsSettings.ALIAS_TABLE, AliasStore.TABLE,
            DeploymentsSettings.PROJECT_TABLE, ProjectStore.TABLE,
            TenantsSettings.TENANT_TABLE, TenantStore.TABLE,
            PoolSettings.POOL_TABLE, PoolStore.TABLE);
    private static final String VERSION = "1.0.1";
    private static final int FEW_CALLS = 10;
    private static final int CALLS = 2_000;

    private final DynamoDbEngine engine = DynamoDbEngine.inMemory();
    private final TlsProxy front = new TlsProxy(engine.endpoint());
    private final EngineHttpClient http = new EngineHttpClient();
    private final Map<String, String> settings = new HashMap<>();
    private final Platform platform;

    LocalDynamoDb() {
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

    TlsProxy front() {
        return front;
    }

    /** Creates the data of the measured operations, and returns them. */
    List<MeasuredOperation> operations() {
        return List.of(resolve(), getQueue(), createLease());
    }

    /** Warms up the TLS proxy and DynamoDB Local. */
    void warmUp(List<MeasuredOperation> operations) {
        front.warmUp(CALLS);
        operations.forEach(operation -> call(operation, CALLS));
    }

    /** Warms up both again briefly, right before a start. */
    void warmUpBriefly(MeasuredOperation operation) {
        front.warmUp(FEW_CALLS);
        call(operation, FEW_CALLS);
        JitCompiler.awaitQuiet();
    }

    private void call(MeasuredOperation operation, int times) {
        for (int call = 0; call < times; call++) {
            // A new handler each time, because handlers cache what they read.
            RequestStreamHandler handler = operation.make(platform);
            String event = new String(operation.events().get(), StandardCharsets.UTF_8);
            operation.check().accept(Invoke.with(handler, event));
        }
    }

    private MeasuredOperation resolve() {
        prepare(new CreateDeploymentHandler(platform), "CreateDeployment");
        prepare(new UpdateDeploymentStatusHandler(platform), "UpdateDeploymentStatus");
        prepare(new CreateAliasHandler(platform), "CreateAlias");
        return reading("ResolveAlias", "deployments", new ResolveAliasHandler(platform));
    }

    private MeasuredOperation getQueue() {
        ReadyTenant.store(platform, VERSION);
        return reading("GetQueue", "tenants", new GetQueueHandler(platform));
    }

    /** Creates a tenant, and returns an operation that reads its version only. */
    MeasuredOperation read() {
        MeasuredOperation queue = getQueue();
        return new MeasuredOperation(
                "GetItem", queue.service(), queue.handler(), queue.settings(), queue.events(), answer -> {
                    Reply reply = Reply.parse(answer);
                    reply.requireSuccess();
                    if (!reply.text("tenantId").equals("acme")
                            || !reply.text("version").equals(VERSION)) {
                        throw new IllegalStateException("unexpected tenant: " + answer);
                    }
                });
    }

    private MeasuredOperation createLease() {
        LeaseClaims claims = new LeaseClaims(platform);
        return new MeasuredOperation(
                "CreateLease", "pool", CreateLeaseHandler.class, environment(), claims::next, claims::checkAndEnd);
    }

    /** Returns a read whose response must equal the response of the suite's handler. */
    private MeasuredOperation reading(String name, String service, RequestStreamHandler handler) {
        SampleEvent event = SampleEvent.of(name);
        Reply expected = Reply.parse(Invoke.with(handler, event.text()));
        return new MeasuredOperation(
                name,
                service,
                handler.getClass(),
                environment(),
                event::bytes,
                answer -> expected.requireSame(Reply.parse(answer)));
    }

    /** Returns the environment of every function, in any language. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("AWS_ENDPOINT_URL_DYNAMODB", front.endpoint().toString());
        // As deployed. The Java runtime client loads its JSON serializer for this.
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
