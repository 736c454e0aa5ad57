package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.any;
import static dev.backplane.platform.dynamo.Condition.atLeast;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.less;
import static dev.backplane.platform.dynamo.Condition.notEqual;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The conditions on the rows of runs. */
final class RunConditions {

    private static final Condition STARTED = equal(STATUS, value(Status.STARTED));
    private static final Condition NOT_STARTED = notEqual(STATUS, value(Status.STARTED));

    private RunConditions() {}

    /**
     * Requires that a run may write its first row: there is none, or one of an earlier generation or attempt that has
     * ended. The run's own row also meets this, because the response to an earlier write may be lost.
     */
    static Condition mayBegin(RunExecution run, Instant now) {
        return switch (run.kind()) {
            case CREATE -> follows(run, all(failed(now), earlierAttempt(run).or(otherVersion(run))));
            case UPDATE ->
                follows(run, all(NOT_STARTED.or(overdue(now)), absent(ATTEMPT).or(earlierAttempt(run))));
            case DELETE -> follows(run, all(failed(now), absent(ATTEMPT).or(earlierAttempt(run))));
            case UPGRADE -> any(absent(PK), all(NOT_STARTED, earlierAttempt(run)), startedBy(run.arn()));
        };
    }

    private static Condition follows(RunExecution run, Condition earlier) {
        Condition first = any(
                absent(PK),
                earlierGeneration(run),
                startedBy(run.arn()),
                all(absent(GENERATION).or(sameGeneration(run)), earlier));
        return isFirst(run) ? first : first.or(all(absent(GENERATION), NOT_STARTED));
    }

    /** Requires of a deletion's row that it is not in force for a generation. */
    static Condition notDeleted(int generation) {
        Condition earlier = absent(PK).or(less(GENERATION, number(generation)));
        return generation == Tenant.FIRST_GENERATION ? earlier : earlier.or(absent(GENERATION));
    }

    /** Requires a row of a run that has ended, or no row. */
    static Condition ended(Instant now) {
        return any(absent(PK), NOT_STARTED, overdue(now));
    }

    /**
     * Requires the run's own row, no row, or the row of an earlier attempt that failed: the run then ended before its
     * first write. The row of a later attempt, or of one that is running, stays, so that a late or repeated message
     * changes nothing.
     */
    static Condition mayFail(RunExecution run, Instant now) {
        return any(
                absent(PK),
                startedBy(run.arn()),
                all(earlierGeneration(run), NOT_STARTED.or(overdue(now))),
                all(
                        sameGeneration(run),
                        equal(VERSION, text(run.version().value())),
                        earlierAttempt(run),
                        failed(now)));
    }

    /** Requires the row of a run that has not recorded a result. */
    static Condition startedBy(String execution) {
        return all(equal(EXECUTION, text(execution)), STARTED);
    }

    /** Requires the row of a run that is still running at a time. */
    static Condition runningAt(Instant now, String execution) {
        return startedBy(execution).and(atLeast(UPDATED_AT, overdueTime(now)));
    }

    /** Requires a run that failed, or that must have ended without recording a result. */
    private static Condition failed(Instant now) {
        return any(equal(STATUS, value(Status.FAILURE)), all(STARTED, overdue(now)));
    }

    private static Condition overdue(Instant now) {
        return less(UPDATED_AT, overdueTime(now));
    }

    private static AttributeValue overdueTime(Instant now) {
        return text(Times.format(now.minus(Audit.OVERDUE_AFTER)));
    }

    private static boolean isFirst(RunExecution run) {
        return run.generation() == Tenant.FIRST_GENERATION;
    }

    private static Condition earlierGeneration(RunExecution run) {
        return less(GENERATION, number(run.generation()));
    }

    private static Condition sameGeneration(RunExecution run) {
        return equal(GENERATION, number(run.generation()));
    }

    private static Condition earlierAttempt(RunExecution run) {
        return less(ATTEMPT, number(run.attempt()));
    }

    private static Condition otherVersion(RunExecution run) {
        return notEqual(VERSION, text(run.version().value()));
    }

    private static AttributeValue value(Status status) {
        return text(status.value());
    }
}
