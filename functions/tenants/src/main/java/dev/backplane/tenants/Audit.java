package dev.backplane.tenants;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The latest run of an operation.
 *
 * @param version the target version of the run; older rows have none
 * @param generation the generation of the tenant that the run belongs to
 * @param reason why it failed
 */
public record Audit(
        OperationKind kind,
        Optional<StackVersion> version,
        Status status,
        int attempt,
        int generation,
        String execution,
        Optional<String> reason,
        Optional<Instant> created,
        Instant updated) {

    /** The timeout of the state machines that run for one tenant. */
    public static final Duration RUN_TIMEOUT = Duration.ofHours(1);

    /** The age from which a {@code Started} row counts as failed, because its run must have ended. */
    public static final Duration OVERDUE_AFTER = RUN_TIMEOUT.plusMinutes(10);

    /** The reason of a failure that is derived from the age of a row. */
    public static final String NO_RESULT = "The run ended without recording a result.";

    /**
     * Returns the row as it counts at a time. Step Functions reports the end of a run on a best-effort basis, so a row can
     * stay {@code Started} after its run has ended; once it is overdue, it counts as failed.
     */
    public Audit asOf(Instant now) {
        Status counted = asOf(status, updated, now);
        return counted == status
                ? this
                : new Audit(
                        kind,
                        version,
                        counted,
                        attempt,
                        generation,
                        execution,
                        Optional.of(NO_RESULT),
                        created,
                        updated);
    }

    /** Returns the status that a row counts as at a time. */
    public static Status asOf(Status status, Instant updated, Instant now) {
        return status == Status.STARTED && updated.isBefore(now.minus(OVERDUE_AFTER)) ? Status.FAILURE : status;
    }

    public boolean isStarted() {
        return status == Status.STARTED;
    }

    public boolean isFor(StackVersion wanted) {
        return version.equals(Optional.of(wanted));
    }

    /** Returns why the run failed, or that this is not recorded. */
    public String reasonOrUnknown() {
        return reason.orElse("The reason was not recorded.");
    }
}
