package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.workflows.Workflow;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.Upgrade;
import dev.backplane.tenants.store.AuditStore;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.UpgradeStore;
import dev.backplane.tenants.workflow.RunInput;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Updates all tenants to the current version. */
public final class UpgradeTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("UpgradeTenants", Scopes.ADMIN, "POST /tenant-upgrades");

    private static final int MAX_TRIES = 10;
    private static final int DEFAULT_CONCURRENCY = 30;
    private static final int MAX_CONCURRENCY = 100;
    private static final int DEFAULT_TOLERANCE = 5;

    private final UpgradeStore upgrades;
    private final AuditStore audits;
    private final Workflow workflow;
    private final StackVersion current;
    private final Ids ids;

    public UpgradeTenantsHandler() {
        this(Platform.lambda());
    }

    public UpgradeTenantsHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.upgrades = stores.upgrades();
        this.audits = stores.audits();
        this.workflow = Workflow.connect(platform, TenantStateMachine.UPGRADE_ALL.setting());
        this.current = TenantsSettings.stackVersion(platform.settings());
        this.ids = platform.ids();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Integer>> concurrency =
                input.optionalBody("maxConcurrency", InputType.number(1, MAX_CONCURRENCY));
        Supplier<Optional<Integer>> tolerance =
                input.optionalBody("toleratedFailurePercentage", InputType.number(0, 100));
        Supplier<Optional<Boolean>> dryRun = input.optionalBody("dryRun", InputType.bool());
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        if (dryRun.get().orElse(false)) {
            return accepted(Optional.empty(), upgrades.countOutdated(current));
        }
        return start(
                new Upgrade(
                        current,
                        1,
                        concurrency.get().orElse(DEFAULT_CONCURRENCY),
                        tolerance.get().orElse(DEFAULT_TOLERANCE)),
                new Cause(request.actor(), reason.get()));
    }

    private HttpResponse start(Upgrade wanted, Cause cause) {
        int tenants = upgrades.countOutdated(current);
        String request = ids.next();
        Upgrade upgrade = wanted;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Audit> latest = upgrades.getUpgrade(current);
            Optional<String> underWay =
                    latest.filter(Audit::isStarted).map(Audit::execution).filter(workflow::isRunning);
            if (underWay.isPresent()) {
                return Problems.inProgress(OperationKind.UPGRADE, underWay.get());
            }
            latest.filter(Audit::isStarted).ifPresent(this::fail);
            upgrade = upgrade.atLeast(latest.map(Audit::attempt).orElse(0) + 1);
            Optional<String> execution = workflow.start(
                    upgrade.name(),
                    RunInput.of(upgrade, tenants, request, cause).json());
            if (execution.isPresent()) {
                return accepted(execution, tenants);
            }
            String taken = workflow.execution(upgrade.name());
            if (workflow.isRunning(taken)) {
                return Problems.inProgress(OperationKind.UPGRADE, taken);
            }
            upgrade = upgrade.atLeast(upgrade.attempt() + 1);
        }
        throw new Unavailable("CONTENDED", "Another upgrade is being started; try again.", Duration.ofSeconds(1));
    }

    // ExecutionWatcher did not receive the event for the end of this run, so do its work here.
    private void fail(Audit row) {
        audits.fail(
                new RunExecution(
                        OperationKind.UPGRADE,
                        Optional.empty(),
                        row.generation(),
                        row.attempt(),
                        current,
                        row.execution(),
                        Optional.empty(),
                        Optional.empty()),
                Audit.NO_RESULT);
    }

    private HttpResponse accepted(Optional<String> execution, int tenants) {
        return HttpResponse.accepted(
                new UpgradeStartView(current.value(), tenants),
                Map.of(
                        "execution",
                        execution
                                .<JsonValue>map(Text::new)
                                .orElseGet(JsonValue.Null::new)
                                .compact()));
    }
}
