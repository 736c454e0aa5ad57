package dev.backplane.pool.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.CleanupAttempt.Report;
import dev.backplane.pool.CleanupStep;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.CleanupStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads and writes the rows for the state machine that cleans an account, and stops builds that must not continue. */
public final class AccountCleanerHandler extends TaskHandler<CleanupTask> {

    /** A build is still in progress; the state machine waits and repeats the task. */
    private static final CleanupResult RUNNING = CleanupResult.of("running");

    private static final Actor ACTOR = Actor.system(CleanupStateMachine.ID);

    private final CleanupStore cleanups;
    private final Builds builds;

    public AccountCleanerHandler() {
        this(Platform.lambda());
    }

    public AccountCleanerHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE, CleanupTask.class);
        this.cleanups = new Stores(platform).cleanups();
        this.builds = new Builds(platform);
    }

    @Override
    protected Object handle(CleanupTask task, Context context) {
        return switch (task.step()) {
            case "begin" -> begin(task);
            case "finish" -> finish(task);
            case "giveUp" -> giveUp(task);
            default -> throw new IllegalArgumentException("not a step: " + task.step());
        };
    }

    private CleanupResult begin(CleanupTask task) {
        AccountId account = task.account();
        CleanupStep step = cleanups.begin(account, task.cleanupRun(), task.attempt(), ACTOR);
        if (!(step instanceof CleanupStep.Begun(AttemptId attempt))) {
            return result(step);
        }
        // Two builds must not clean one account at the same time: the later one to end could end in the next lease.
        List<Builds.Found> others = builds.find(account).stream()
                .filter(build -> build.isRunning() && !build.attempt().equals(attempt))
                .toList();
        if (others.isEmpty()) {
            return new CleanupResult("begun", attempt.value());
        }
        // If this attempt was superseded before the builds were read, they may be those of a later one.
        if (cleanups.isCurrent(account, attempt)) {
            others.forEach(builds::stop);
        }
        return RUNNING;
    }

    private CleanupResult finish(CleanupTask task) {
        CleanupTask.Build end = Objects.requireNonNull(task.build());
        AttemptId attempt = task.attemptId();
        Optional<Builds.Found> build = end.ended(attempt);
        if (build.isEmpty()) {
            List<Builds.Found> own = builds.find(task.account()).stream()
                    .filter(found -> found.attempt().equals(attempt))
                    .toList();
            own.stream().filter(Builds.Found::isRunning).forEach(builds::stop);
            if (own.stream().anyMatch(Builds.Found::isRunning)) {
                return RUNNING;
            }
            build = own.stream().findFirst();
        }
        return result(cleanups.finish(task.account(), attempt, report(end, build), ACTOR));
    }

    private static Report report(CleanupTask.Build end, Optional<Builds.Found> build) {
        boolean succeeded = build.filter(Builds.Found::succeeded).isPresent();
        Optional<String> message = succeeded ? Optional.empty() : Optional.of(CleanupMessages.of(end, build));
        return new Report(succeeded, message, build.map(Builds.Found::build));
    }

    private CleanupResult giveUp(CleanupTask task) {
        cleanups.abandon(task.account(), task.cleanupRun(), CleanupMessages.ofReason(task.reason()), ACTOR);
        builds.stop(task.account(), task.cleanupRun()::made);
        return CleanupResult.of("givenUp");
    }

    private static CleanupResult result(CleanupStep step) {
        return switch (step) {
            case CleanupStep.Begun(AttemptId attempt) -> new CleanupResult("begun", attempt.value());
            case CleanupStep.Cleaned _ -> CleanupResult.of("cleaned");
            case CleanupStep.Failed _ -> CleanupResult.of("failed");
            case CleanupStep.GivenUp _ -> CleanupResult.of("givenUp");
            case CleanupStep.Pending _ -> CleanupResult.of("pending");
            case CleanupStep.Superseded _ -> CleanupResult.of("superseded");
        };
    }
}
