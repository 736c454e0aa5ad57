package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LAST_ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.platform.workflows.Workflow;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.workflow.CleanupStateMachine;
import java.util.Map;
import java.util.Optional;

/**
 * Starts an execution for each account that becomes dirty, and stops the execution of an attempt that was fenced.
 *
 * <p>The name of an execution is derived from the row, so a repeated record starts no second one. A late record may start
 * one for an account that is no longer dirty; it ends at once.
 */
public final class CleanupStarterHandler extends RecordHandler {

    private final Workflow workflow;

    public CleanupStarterHandler() {
        this(Platform.lambda());
    }

    public CleanupStarterHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        this.workflow = Workflow.connect(platform, PoolSettings.CLEANUP_MACHINE);
    }

    @Override
    protected void handle(StreamRecord record) {
        PoolKey.find(record.key(PK))
                .filter(key -> key.kind() == PoolKey.Kind.ACCOUNT)
                .map(key -> new AccountId(key.id()))
                .ifPresent(id -> handle(
                        id,
                        record.oldItem().orElse(Item.EMPTY),
                        record.newItem().orElse(Item.EMPTY)));
    }

    private void handle(AccountId id, Item before, Item after) {
        Optional<CleanupRun> old = runOf(before);
        // An execution that is stopped starts no build that was not started before.
        old.filter(_ -> isFenced(before, after))
                .ifPresent(run -> workflow.stop(
                        run.execution(id),
                        CleanupStateMachine.SUPERSEDED,
                        "The account was held or removed, or has another attempt."));
        Optional<CleanupRun> run = runOf(after);
        run.filter(_ -> isIn(AccountState.DIRTY, after) && !isHeld(after))
                .filter(_ -> !run.equals(old) || isHeld(before))
                .ifPresent(dirty -> workflow.start(dirty.execution(id), input(id, dirty)));
        boolean givenUp = old.isPresent() && isIn(AccountState.FAILED, after);
        Invocation.count(PoolMetrics.CLEANUPS_FAILED, givenUp ? 1 : 0);
    }

    /** Returns whether the attempt is no longer the current one, and was not finished. */
    private static boolean isFenced(Item before, Item after) {
        Optional<String> attempt = before.findText(ATTEMPT_ID);
        return attempt.isPresent()
                && !attempt.equals(after.findText(ATTEMPT_ID))
                && !attempt.equals(after.findText(LAST_ATTEMPT_ID));
    }

    private static Optional<CleanupRun> runOf(Item account) {
        return account.findText(CLEANUP_RUN).map(CleanupRun::new);
    }

    private static boolean isIn(AccountState state, Item account) {
        return account.findText(DATA).equals(Optional.of(state.value()));
    }

    private static boolean isHeld(Item account) {
        return account.attributes().containsKey(HOLD);
    }

    // No time and no random value: Step Functions joins an execution only if its input is the same, byte for byte.
    private static Obj input(AccountId id, CleanupRun run) {
        return Obj.of(Map.entry("accountId", new Text(id.value())), Map.entry("run", new Text(run.value())));
    }
}
