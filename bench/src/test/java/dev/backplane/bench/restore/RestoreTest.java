package dev.backplane.bench.restore;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.TlsProxy;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.rehearsal.SnapshotHook;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts functions as processes with Lambda's runtime client and counts the classes loaded between the snapshot and the first
 * response.
 *
 * <p>The number of classes does not depend on the machine, and loading them is most of the time.
 */
@EnabledOnOs(OS.LINUX) // the runtime client has no native code for other systems
class RestoreTest {

    private static final Actor BENCH = Actor.system("Bench");

    private static final int MAX_CLASSES = 40;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(
            DeploymentStore.TABLE, AliasStore.TABLE, ProjectStore.TABLE, TenantStore.TABLE, PoolStore.TABLE);

    @TempDir
    private Path folder;

    private final Map<String, String> settings = new HashMap<>();

    private TestPlatform platform(Map<String, TableSpec> tables) {
        TestPlatform platform = new TestPlatform(settings, DYNAMO.aws());
        tables.forEach((setting, table) -> settings.put(setting, DYNAMO.table(table)));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            platform = platform.with(setting.getKey(), setting.getValue());
        }
        return platform;
    }

    private List<String> classesLoadedAfterRestore(Class<? extends RequestStreamHandler> handler) throws IOException {
        try (TlsProxy dynamo = new TlsProxy(DYNAMO.aws().endpoint().orElseThrow());
                CredentialsEndpoint credentials = new CredentialsEndpoint()) {
            Map<String, String> environment = new HashMap<>(settings);
            environment.put("AWS_REGION", "us-east-1");
            environment.put("JAVA_TOOL_OPTIONS", SnapshotHook.JAVA_OPTIONS);
            environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
            environment.put("AWS_ENDPOINT_URL_DYNAMODB", dynamo.endpoint().toString());
            environment.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", credentials.address());
            ManagedFunction function = ManagedFunction.of(handler, folder, environment);
            try (FunctionProcess process = new FunctionProcess(function.launch())) {
                process.awaitSnapshot();
                assertThat(process.output().lines())
                        .as("the JVM reports its options, and the function logs nothing")
                        .containsExactly("Picked up JAVA_TOOL_OPTIONS: " + SnapshotHook.JAVA_OPTIONS);
                int before = function.loaded().size();
                int fetched = credentials.requests();

                process.restore();
                String name = handler.getSimpleName().replace("Handler", "");
                String answer = process.invoke(SampleEvent.of(name).bytes()).payload();

                List<String> loaded = function.loaded();
                assertThat(answer).containsPattern("\"statusCode\":20[01]");
                assertThat(credentials.requests())
                        .as("credentials are fetched again after the restore")
                        .isGreaterThan(fetched);
                return loaded.subList(before, loaded.size());
            }
        }
    }

    @Test
    void resolveAlias_loadsFewClassesAfterRestore() throws IOException {
        TestPlatform platform = platform(Map.of(
                DeploymentsSettings.DEPLOYMENT_TABLE, DeploymentStore.TABLE,
                DeploymentsSettings.ALIAS_TABLE, AliasStore.TABLE,
                DeploymentsSettings.PROJECT_TABLE, ProjectStore.TABLE));
        Invoke.with(
                new CreateDeploymentHandler(platform.platform()),
                SampleEvent.of("CreateDeployment").text());
        Invoke.with(
                new UpdateDeploymentStatusHandler(platform.platform()),
                SampleEvent.of("UpdateDeploymentStatus").text());
        Invoke.with(
                new CreateAliasHandler(platform.platform()),
                SampleEvent.of("CreateAlias").text());

        assertThat(classesLoadedAfterRestore(ResolveAliasHandler.class)).hasSizeLessThanOrEqualTo(MAX_CLASSES);
    }

    @Test
    void getQueue_loadsFewClassesAfterRestore() throws IOException {
        settings.put(TenantsSettings.TENANT_STACK_VERSION, "1.0.1");
        settings.put(TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json");
        settings.put(TenantsSettings.CREATE_MACHINE, "create");
        TestPlatform platform = platform(Map.of(TenantsSettings.TENANT_TABLE, TenantStore.TABLE));
        ReadyTenant.store(platform.platform(), "1.0.1");

        assertThat(classesLoadedAfterRestore(GetQueueHandler.class)).hasSizeLessThanOrEqualTo(MAX_CLASSES);
    }

    @Test
    void createLease_loadsFewClassesAfterRestore() throws IOException {
        TestPlatform platform = platform(Map.of(PoolSettings.POOL_TABLE, PoolStore.TABLE));
        AccountStore accounts = new dev.backplane.pool.store.Stores(platform.platform()).accounts();
        AccountId account = new AccountId("000000000001");
        accounts.addAccount(account, Optional.empty(), BENCH);
        accounts.markAccount(account, AccountState.AVAILABLE, Cause.of(BENCH));

        assertThat(classesLoadedAfterRestore(CreateLeaseHandler.class)).hasSizeLessThanOrEqualTo(MAX_CLASSES);
    }
}
