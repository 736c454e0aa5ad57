package dev.backplane.pool.events;

import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.platform.workflows.ExecutionEnd;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.CleanupStore;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.workflow.Builds;
import dev.backplane.pool.workflow.CleanupStateMachine;
import java.util.Optional;

/**
 * Marks the account of an execution that ended without a result as failed, and stops its builds.
 *
 * <p>The account is fenced first, so that no result of the execution counts after this.
 */
public final class CleanupWatcherHandler extends SqsHandler {

    private static final Actor ACTOR = Actor.system(CleanupStateMachine.ID);

    private final CleanupStore cleanups;
    private final Builds builds;

    public CleanupWatcherHandler() {
        this(Platform.lambda());
    }

    public CleanupWatcherHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        this.cleanups = new Stores(platform).cleanups();
        this.builds = new Builds(platform);
    }

    @Override
    protected void handle(SqsMessage message) {
        ExecutionEnd end = ExecutionEnd.parse(message.body());
        if (end.error().equals(Optional.of(CleanupStateMachine.FAILED))) {
            return;
        }
        Obj input = end.inputObject();
        AccountId account = AccountId.parse(text(input, "accountId"));
        CleanupRun run = new CleanupRun(text(input, "run"));
        cleanups.abandon(account, run, reason(end.status()), ACTOR);
        builds.stop(account, run::made);
    }

    private static String reason(String status) {
        return switch (status) {
            case "TIMED_OUT" -> "The execution of the cleanup timed out.";
            case "ABORTED" -> "The execution of the cleanup was aborted.";
            default -> "The execution of the cleanup failed.";
        };
    }

    private static String text(Obj input, String name) {
        return input.findText(name).orElseThrow(() -> new InvalidValueException("execution without " + name));
    }
}
