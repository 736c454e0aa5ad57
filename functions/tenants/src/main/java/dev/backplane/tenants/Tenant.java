package dev.backplane.tenants;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is known of a tenant.
 *
 * @param updates at most one for each version
 */
public record Tenant(
        TenantId id,
        Optional<Metadata> metadata,
        Optional<Audit> creation,
        Optional<Audit> removal,
        List<Audit> updates) {

    /** The generation of a tenant that was never taken on anew. */
    public static final int FIRST_GENERATION = 1;

    /** Says whether nobody ever asked for this tenant. */
    public boolean isUnknown() {
        return metadata.isEmpty() && creation.isEmpty() && removal.isEmpty();
    }

    /** Returns which life the tenant is in. */
    public int generation() {
        return Stream.of(metadata.map(Metadata::generation), creation.map(Audit::generation))
                .flatMap(Optional::stream)
                .max(Integer::compare)
                .or(() -> removal.map(Audit::generation))
                .orElse(FIRST_GENERATION);
    }

    /**
     * Returns what the tenant has, if it can be trusted. A row of a failed creation that does not name its run may have
     * been written for a stack that is gone.
     */
    public Optional<Metadata> provision() {
        return metadata.filter(row -> row.execution().isPresent()
                || creation.filter(
                                create -> create.status() == Status.FAILURE && create.generation() == row.generation())
                        .isEmpty());
    }

    /** Returns the row of a run that is under way. */
    public Optional<Audit> startedBy(String execution) {
        return Stream.of(creation.stream(), removal.stream(), updates.stream())
                .flatMap(rows -> rows)
                .filter(row -> row.isStarted() && row.execution().equals(execution))
                .findFirst();
    }

    /** Returns the deletion of the life that the tenant is in; one of an earlier life counts no more. */
    public Optional<Audit> deletion() {
        return removal.filter(row -> row.generation() >= generation());
    }

    /** Returns the update to a version in the life that the tenant is in. */
    public Optional<Audit> update(StackVersion version) {
        return updates.stream()
                .filter(row -> row.isFor(version) && row.generation() == generation())
                .findFirst();
    }

    /** Returns what is being done to the tenant's stack, if anything is. */
    public Optional<Audit> operationUnderWay() {
        return Stream.of(deletion().stream(), creation.stream(), updates.stream())
                .flatMap(rows -> rows)
                .filter(Audit::isStarted)
                .findFirst();
    }
}
