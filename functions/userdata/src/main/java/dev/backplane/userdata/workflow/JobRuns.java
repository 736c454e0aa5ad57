package dev.backplane.userdata.workflow;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.workflows.Workflow;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.ExportStore;
import dev.backplane.userdata.store.RemovalStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Starts the executions of jobs.
 *
 * <p>The input is the id of the job and no name of a user, because Step Functions keeps it for 90 days.
 *
 * @param <T> the type of the jobs
 */
public final class JobRuns<T> {

    private static final int MAX_TRIES = 5;

    private final Workflow workflow;
    private final Jobs<T> jobs;

    /** How jobs are read and started again. */
    private record Jobs<T>(Function<T, Run> run, Function<JobId, Optional<T>> find, Consumer<T> restart) {}

    /** The current execution of a job. */
    private record Run(JobId id, int attempt, String execution, boolean done) {}

    /** A job, and whether it waits for a request that continues it. */
    public record Found<T>(T job, boolean interrupted) {}

    private JobRuns(Workflow workflow, Jobs<T> jobs) {
        this.workflow = workflow;
        this.jobs = jobs;
    }

    /** Returns the executions of removals. */
    public static JobRuns<Removal> of(Platform platform, RemovalStore removals) {
        return new JobRuns<>(
                Workflow.connect(platform, UserdataSettings.REMOVAL_MACHINE),
                new Jobs<>(
                        job -> new Run(job.id(), job.attempt(), job.execution(), job.done()),
                        removals::find,
                        removals::restart));
    }

    /** Returns the executions of exports. */
    public static JobRuns<Export> of(Platform platform, ExportStore exports) {
        return new JobRuns<>(
                Workflow.connect(platform, UserdataSettings.EXPORT_MACHINE),
                new Jobs<>(
                        job -> new Run(job.id(), job.attempt(), job.execution(), job.done()),
                        exports::find,
                        exports::restart));
    }

    /** Starts the execution of a job, or joins it. One that ended without a result is followed by another one. */
    public T start(T job) {
        T current = job;
        int ended = 0;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Run run = jobs.run().apply(current);
            if (run.done() || workflow.start(run.execution(), input(run)).isPresent()) {
                return current;
            }
            // It writes its result before it ends, so the next read tells whether it has one.
            if (ended == run.attempt()) {
                jobs.restart().accept(current);
            }
            ended = run.attempt();
            current = jobs.find().apply(run.id()).orElse(current);
        }
        throw new Unavailable("CONTENDED", "Another start is in progress; try again.", Duration.ofSeconds(1));
    }

    /** Returns a job, and whether its execution ended without a result. */
    public Optional<Found<T>> find(T job) {
        Run run = jobs.run().apply(job);
        if (run.done() || workflow.isRunning(workflow.execution(run.execution()))) {
            return Optional.of(new Found<>(job, false));
        }
        // The execution may have ended after the read. It writes its result before.
        return jobs.find()
                .apply(run.id())
                .map(again -> new Found<>(again, isSame(run, jobs.run().apply(again))));
    }

    private static boolean isSame(Run before, Run after) {
        return !after.done() && after.attempt() == before.attempt();
    }

    private static Obj input(Run run) {
        return new Obj(Map.of("jobId", new Text(run.id().toString())));
    }
}
