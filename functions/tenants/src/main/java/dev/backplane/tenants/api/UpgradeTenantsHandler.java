package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.TenantsSettings.Release;
import dev.backplane.tenants.Upgrade;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.UpgradeStore;
import dev.backplane.tenants.workflow.Machine;
import dev.backplane.tenants.workflow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Brings all tenants to the current version. */
public final class UpgradeTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("UpgradeTenants", Scopes.ADMIN, "POST /tenant-upgrades");

    private static final int MAX_TRIES = 10;
    private static final int DEFAULT_CONCURRENCY = 30;
    private static final int MAX_CONCURRENCY = 100;
    private static final int DEFAULT_TOLERANCE = 5;

    private final UpgradeStore upgrades;
    private final Workflow workflow;
    private final Release release;

    public UpgradeTenantsHandler() {
        this(Platform.lambda());
    }

    public UpgradeTenantsHandler(Platform platform) {
        super(platform, OPERATION);
        this.upgrades = new Stores(platform).upgrades();
        this.workflow = Workflow.connect(platform, Machine.UPGRADE_ALL);
        this.release = Release.from(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Integer>> concurrency =
                input.optionalBody("maxConcurrency", Fields.number(1, MAX_CONCURRENCY));
        Supplier<Optional<Integer>> tolerance = input.optionalBody("toleratedFailurePercentage", Fields.number(0, 100));
        Supplier<Optional<Boolean>> dryRun = input.optionalBody("dryRun", InputType.bool());
        input.verify();

        if (dryRun.get().orElse(false)) {
            return accepted(Optional.empty());
        }
        return start(new Upgrade(
                release.version(),
                1,
                concurrency.get().orElse(DEFAULT_CONCURRENCY),
                tolerance.get().orElse(DEFAULT_TOLERANCE)));
    }

    private HttpResponse start(Upgrade wanted) {
        Upgrade upgrade = wanted;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Audit> latest = upgrades.getUpgrade(release.version());
            if (latest.filter(Audit::isStarted).isPresent()) {
                return Problems.inProgress(Kind.UPGRADE, latest.get().execution());
            }
            int least = latest.map(Audit::attempt).orElse(0) + 1;
            upgrade = upgrade.atLeast(least);
            Optional<String> execution = workflow.start(upgrade.name(), input(upgrade));
            if (execution.isPresent()) {
                return accepted(execution);
            }
            upgrade = upgrade.atLeast(upgrade.attempt() + 1);
        }
        throw new Unavailable("CONTENDED", "Too many upgrades have been; try again.", Duration.ofSeconds(1));
    }

    private HttpResponse accepted(Optional<String> execution) {
        return HttpResponse.accepted(
                new UpgradeStartView(release.version().value(), upgrades.countOutdated(release.version())),
                Map.of(
                        "execution",
                        execution
                                .<JsonValue>map(Text::new)
                                .orElseGet(JsonValue.Null::new)
                                .compact()));
    }

    private Obj input(Upgrade upgrade) {
        Map<String, JsonValue> input = new LinkedHashMap<>();
        input.put("version", new Text(upgrade.version().value()));
        input.put("templateUrl", new Text(release.templateUrl()));
        input.put("attempt", number(upgrade.attempt()));
        input.put("maxConcurrency", number(upgrade.maxConcurrency()));
        input.put("toleratedFailurePercentage", number(upgrade.toleratedFailurePercentage()));
        return new Obj(input);
    }

    private static Num number(int value) {
        return new Num(Integer.toString(value));
    }
}
