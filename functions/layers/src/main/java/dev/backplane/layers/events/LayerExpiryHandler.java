package dev.backplane.layers.events;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Postponement;
import dev.backplane.layers.store.LayerSweep;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.schedules.ScheduleHandler;
import java.time.Duration;
import java.util.Optional;

/**
 * Warns of versions that are about to expire, postpones the expiry of those that functions use, and ends holds, every
 * hour.
 */
public final class LayerExpiryHandler extends ScheduleHandler {

    /** Leaves time for the version in progress before the function times out. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final Cause CAUSE = Cause.of(Actor.system(FunctionName.of(LayerExpiryHandler.class)));

    private final LayerSweep sweep;

    public LayerExpiryHandler() {
        this(Platform.lambda());
    }

    public LayerExpiryHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        this.sweep = new Stores(platform).sweep(postponement(platform));
    }

    private static Postponement postponement(Platform platform) {
        if (!LayersSettings.checksUsage(platform.settings())) {
            return Postponement.NEVER;
        }
        LambdaFunctions functions = new LambdaFunctions(new LambdaClients(platform.aws()));
        return layer -> functions.isInUse(layer.arn()) ? Optional.of(Postponement.WHILE_IN_USE) : Optional.empty();
    }

    /** Sweeps once; a version that fails does not stop the others, and the next sweep tries it again. */
    @Override
    protected void handle(Invocation invocation) {
        LayerSweep.Report report = sweep.run(CAUSE, LayerExpiryHandler::hasTime);
        invocation.note("changes", report.changes());
        invocation.note("complete", report.complete() ? 1 : 0);
        report.failures().forEach(invocation::failed);
    }

    private static boolean hasTime() {
        return Deadline.left().map(left -> left.compareTo(MARGIN) > 0).orElse(true);
    }
}
