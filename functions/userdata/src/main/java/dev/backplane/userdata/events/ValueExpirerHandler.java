package dev.backplane.userdata.events;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.schedules.ScheduleHandler;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.ExpirySweep;
import dev.backplane.userdata.store.Stores;
import java.time.Duration;

/** Removes expired values every two minutes, and gives their bytes back. */
public final class ValueExpirerHandler extends ScheduleHandler {

    /** Leaves time for the value in progress before the function times out. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final ExpirySweep sweep;

    public ValueExpirerHandler() {
        this(Platform.lambda());
    }

    public ValueExpirerHandler(Platform platform) {
        super(platform, UserdataSettings.SERVICE);
        this.sweep = new Stores(platform).expirySweep();
    }

    /** Sweeps once; a value that cannot be removed does not stop the others, and the next sweep tries it again. */
    @Override
    protected void handle(Invocation invocation) {
        ExpirySweep.Report report = sweep.run(ValueExpirerHandler::hasTime);
        invocation.note("removed", report.removed());
        invocation.note("complete", report.complete() ? 1 : 0);
        report.failures().forEach(invocation::failed);
    }

    private static boolean hasTime() {
        return Deadline.left().map(left -> left.compareTo(MARGIN) > 0).orElse(true);
    }
}
