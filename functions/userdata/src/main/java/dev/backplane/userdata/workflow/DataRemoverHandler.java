package dev.backplane.userdata.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import java.time.Duration;
import java.util.Optional;

/** Does the work of the state machine that erases users and purges apps. */
public final class DataRemoverHandler extends TaskHandler<JobTask> {

    /** Leaves time for the rows in progress before the function times out. */
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private final RemovalStore removals;

    public DataRemoverHandler() {
        this(Platform.lambda());
    }

    public DataRemoverHandler(Platform platform) {
        super(platform, UserdataSettings.SERVICE, JobTask.class);
        this.removals = new Stores(platform).removals();
    }

    @Override
    protected Object handle(JobTask task, Context context) {
        Optional<Removal> current = removals.find(task.id())
                .filter(found -> !found.done() && found.execution().equals(task.execution()));
        if (current.isEmpty()) {
            return JobResult.SUPERSEDED;
        }
        return switch (task.knownStep()) {
            case SWEEP -> swept(removals.sweep(current.get(), DataRemoverHandler::hasTime));
            case RESWEEP -> swept(removals.resweep(current.get(), DataRemoverHandler::hasTime));
            case FINISH -> {
                removals.finish(current.get());
                yield JobResult.DONE;
            }
            case WRITE -> throw new IllegalArgumentException("not a step of removals");
        };
    }

    private static JobResult swept(boolean complete) {
        return complete ? JobResult.SWEPT : JobResult.MORE;
    }

    private static boolean hasTime() {
        return Deadline.left().map(left -> left.compareTo(MARGIN) > 0).orElse(true);
    }
}
