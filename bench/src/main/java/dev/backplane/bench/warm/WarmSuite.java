package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.log.LogStream;
import dev.backplane.platform.settings.Settings;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.CreateTables;
import dev.backplane.testing.Invoke;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.Tables;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The tables of all services on one engine, the platform of their functions, and a plain client of the same kind.
 */
final class WarmSuite implements AutoCloseable {

    private static final Map<String, TableSpec> TABLES = Map.ofEntries(
            Map.entry(DeploymentsSettings.DEPLOYMENT_TABLE, DeploymentStore.TABLE),
            Map.entry(DeploymentsSettings.ALIAS_TABLE, AliasStore.TABLE),
            Map.entry(DeploymentsSettings.PROJECT_TABLE, ProjectStore.TABLE),
            Map.entry(LayersSettings.LAYER_TABLE, LayerStore.TABLE),
            Map.entry(TenantsSettings.TENANT_TABLE, TenantStore.TABLE),
            Map.entry(PoolSettings.POOL_TABLE, PoolStore.TABLE),
            Map.entry(UserdataSettings.CALCULATED_BEHAVIOR_TABLE, Tables.CALCULATED_BEHAVIOR),
            Map.entry(UserdataSettings.APPS_TABLE, Tables.APPS),
            Map.entry(UserdataSettings.APP_DATA_JSON_TABLE, Tables.APP_DATA_JSON),
            Map.entry(UserdataSettings.APP_DATA_BLOB_TABLE, Tables.APP_DATA_BLOB),
            Map.entry(UserdataSettings.APP_USAGE_TABLE, Tables.APP_USAGE),
            Map.entry(UserdataSettings.APP_CHANGES_TABLE, Tables.APP_CHANGES),
            Map.entry(UserdataSettings.DATA_JOBS_TABLE, Tables.DATA_JOBS));

    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench"));

    private final URI engine;
    private final RequestRecorder recorder =
            new RequestRecorder(AwsConnection.lambda(Settings.of(Map.of("AWS_REGION", Region.US_EAST_1.id())))
                    .http());
    private final DynamoDbClient bare;
    // Tables are created and restored with a client of their own, which is not recorded and has no time limit.
    private final EngineHttpClient patient = new EngineHttpClient();
    private final DynamoDbClient tables;

    /** Creates the tables on an empty engine. */
    WarmSuite(URI engine) {
        this.engine = engine;
        this.bare = client(recorder);
        this.tables = client(patient);
        TABLES.values().forEach(table -> tables.createTable(CreateTables.of(table, table.name())));
    }

    private DynamoDbClient client(SdkHttpClient http) {
        return DynamoDbClient.builder()
                .httpClient(http)
                .credentialsProvider(CREDENTIALS)
                .region(Region.US_EAST_1)
                .endpointOverride(engine)
                .build();
    }

    /** Returns the platform of a function with further settings. */
    Platform platform(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        TABLES.forEach((setting, table) -> settings.put(setting, table.name()));
        settings.put(UserdataSettings.OBJECT_BUCKET, "objects");
        // Log lines are formatted but not written.
        PrintStream log = new PrintStream(
                new BufferedOutputStream(OutputStream.nullOutputStream()), false, StandardCharsets.UTF_8);
        return new Platform(
                Settings.of(settings),
                new AwsConnection(recorder, CREDENTIALS, Region.US_EAST_1, Optional.of(engine)),
                Clock.systemUTC(),
                Ids.random(),
                new LogStream(log));
    }

    Platform platform() {
        return platform(Map.of());
    }

    /** Runs a function on its sample event to create data. */
    static String prepare(RequestStreamHandler handler, SampleEvent event) {
        return checked(Invoke.with(handler, event.text()));
    }

    /** Returns a response, which must be a success. */
    static String checked(String reply) {
        if (!reply.startsWith("{\"statusCode\":2")) {
            throw new IllegalStateException("request failed: " + reply);
        }
        return reply;
    }

    TableStates states(List<TableSpec> specs) {
        return new TableStates(tables, specs);
    }

    RequestRecorder recorder() {
        return recorder;
    }

    DynamoDbClient bare() {
        return bare;
    }

    @Override
    public void close() {
        bare.close();
        recorder.close();
        tables.close();
        patient.close();
    }
}
