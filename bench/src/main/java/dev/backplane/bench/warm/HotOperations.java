package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.bench.ReadyTenant;
import dev.backplane.deployments.api.CreateAliasHandler;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.api.UpdateDeploymentStatusHandler;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.api.GetLatestLayerHandler;
import dev.backplane.layers.api.RegisterLayerHandler;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.api.EndLeaseHandler;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.userdata.api.CreateAppHandler;
import dev.backplane.userdata.api.GetJsonHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import dev.backplane.userdata.store.Tables;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The frequent operations of the suite, with the data that they need. */
final class HotOperations {

    private static final Actor BENCH = Actor.system("Bench");

    private static final int ACCOUNTS = 50;
    private static final Pattern LEASE_ID = Pattern.compile("/pool/leases/([0-9a-f-]+)");

    private final WarmSuite suite;
    private final int batch;

    HotOperations(WarmSuite suite, int batch) {
        this.suite = suite;
        this.batch = batch;
    }

    /** Creates the data and returns the operations. */
    Stream<HotOperation> all() {
        return Stream.of(
                resolve(),
                resolveCached(),
                getQueue(),
                createLease(),
                endLease(),
                putJson(),
                getJson(),
                getLatestLayer());
    }

    private HotOperation resolve() {
        Platform platform = suite.platform();
        WarmSuite.prepare(new CreateDeploymentHandler(platform), SampleEvent.of("CreateDeployment"));
        WarmSuite.prepare(new UpdateDeploymentStatusHandler(platform), SampleEvent.of("UpdateDeploymentStatus"));
        WarmSuite.prepare(new CreateAliasHandler(platform), SampleEvent.of("CreateAlias"));
        return read(
                "ResolveAlias, `no-cache`",
                new ResolveAliasHandler(platform),
                SampleEvent.of("ResolveAlias").with("\"accept\":", "\"cache-control\":\"no-cache\",\"accept\":"));
    }

    private HotOperation resolveCached() {
        return read("ResolveAlias, cached", new ResolveAliasHandler(suite.platform()), SampleEvent.of("ResolveAlias"));
    }

    private HotOperation getQueue() {
        String version = "1.0.1";
        Platform platform = suite.platform(Map.of(
                TenantsSettings.TENANT_STACK_VERSION, version,
                TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json",
                TenantsSettings.CREATE_MACHINE, "create"));
        ReadyTenant.store(platform, version);
        return read("GetQueue, ready", new GetQueueHandler(platform), SampleEvent.of("GetQueue"));
    }

    private HotOperation createLease() {
        Platform platform = suite.platform();
        AccountStore accounts = new dev.backplane.pool.store.Stores(platform).accounts();
        IntStream.rangeClosed(1, ACCOUNTS)
                .mapToObj(number -> new AccountId(String.format("%012d", number)))
                .forEach(account -> {
                    accounts.addAccount(account, Optional.empty(), BENCH);
                    accounts.markAccount(account, AccountState.AVAILABLE, Cause.of(BENCH));
                });
        return new HotOperation(
                "CreateLease",
                new CreateLeaseHandler(platform),
                claims("caller").map(SampleEvent::bytes).toList(),
                List.of(PoolStore.TABLE));
    }

    private HotOperation endLease() {
        Platform platform = suite.platform();
        RequestStreamHandler create = new CreateLeaseHandler(platform);
        List<byte[]> events = claims("holder")
                .map(claim -> leaseId(WarmSuite.prepare(create, claim)))
                .map(lease -> SampleEvent.of("EndLease").with("3f2a7c1e-5b0d-8c4e-9a6f-1d2e3f4a5b6c", lease))
                .map(SampleEvent::bytes)
                .toList();
        return new HotOperation("EndLease", new EndLeaseHandler(platform), events, List.of(PoolStore.TABLE));
    }

    private Stream<SampleEvent> claims(String user) {
        return IntStream.range(0, batch)
                .mapToObj(number -> SampleEvent.of("CreateLease")
                        .with("bill.bob@", user + "." + number + "@")
                        .with("7c9e6679", user + "-" + number));
    }

    private static String leaseId(String reply) {
        Matcher matcher = LEASE_ID.matcher(reply);
        if (!matcher.find()) {
            throw new IllegalStateException("no lease in " + reply);
        }
        return matcher.group(1);
    }

    private HotOperation putJson() {
        Platform platform = suite.platform();
        WarmSuite.prepare(new CreateAppHandler(platform), SampleEvent.of("CreateApp"));
        PutJsonHandler handler = new PutJsonHandler(platform);
        WarmSuite.prepare(handler, SampleEvent.of("PutJson"));
        return new HotOperation(
                "PutJson, overwriting",
                handler,
                repeated(SampleEvent.of("PutJson")),
                List.of(Tables.APP_DATA_JSON, Tables.APP_USAGE));
    }

    private HotOperation getJson() {
        return read("GetJson", new GetJsonHandler(suite.platform()), SampleEvent.of("GetJson"));
    }

    private HotOperation getLatestLayer() {
        Platform platform = suite.platform(Map.of(LayersSettings.ACCOUNT_ID, "000000000000"));
        WarmSuite.prepare(new RegisterLayerHandler(platform), SampleEvent.of("RegisterLayer"));
        return read("GetLatestLayer", new GetLatestLayerHandler(platform), SampleEvent.of("GetLatestLayer"));
    }

    private HotOperation read(String name, RequestStreamHandler handler, SampleEvent event) {
        return new HotOperation(name, handler, repeated(event), List.of());
    }

    private List<byte[]> repeated(SampleEvent event) {
        return Collections.nCopies(batch, event.bytes());
    }
}
