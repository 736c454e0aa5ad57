package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;

/**
 * What became of the latest run of an operation.
 *
 * @param version the version that the run was to bring the tenant to; older rows have none
 * @param generation which life of the tenant it belongs to
 * @param reason why it failed
 */
public record Audit(
        Kind kind,
        Optional<StackVersion> version,
        Status status,
        int attempt,
        int generation,
        String execution,
        Optional<String> reason,
        Optional<Instant> created,
        Instant updated) {

    public boolean isStarted() {
        return status == Status.STARTED;
    }

    public boolean isFor(StackVersion wanted) {
        return version.equals(Optional.of(wanted));
    }

    /** Returns why it failed, in words that say something even where none were kept. */
    public String reasonOrUnknown() {
        return reason.orElse("The reason was not recorded.");
    }
}
