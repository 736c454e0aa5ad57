package dev.backplane.tenants;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tenant with its resources and operations.
 *
 * @param profile empty for a tenant that no run has changed and no caller has registered since profiles exist
 * @param updates at most one for each version
 */
public record Tenant(
        TenantId id,
        Optional<Profile> profile,
        Optional<Metadata> metadata,
        Optional<Audit> creation,
        Optional<Audit> removal,
        List<Audit> updates) {

    /** The generation of a tenant that was never deleted. */
    public static final int FIRST_GENERATION = 1;

    /** Returns whether the tenant has no rows. */
    public boolean isUnknown() {
        return profile.isEmpty() && metadata.isEmpty() && creation.isEmpty() && removal.isEmpty();
    }

    /** Returns the state at a time. */
    public TenantState state(Instant now) {
        return profile.map(row -> row.stateAt(now))
                .orElseGet(() -> TenantState.of(
                        provision().isPresent(),
                        creation.map(Audit::status),
                        deletion().map(Audit::status)));
    }

    /** Returns the tenant with a new registration. */
    public Tenant with(Registration registration, Instant now) {
        Profile registered = profile.map(
                        row -> new Profile(registration, row.state(), row.since(), row.created(), now, row.access()))
                .orElseGet(() -> new Profile(
                        registration, isUnknown() ? TenantState.REGISTERED : state(now), now, now, now, Access.OPEN));
        return new Tenant(id, Optional.of(registered), metadata, creation, removal, updates);
    }

    /** Returns what the tenant was registered with. */
    public Registration registration() {
        return profile.map(Profile::registration).orElse(Registration.NONE);
    }

    /** Returns whether the tenant's clients may use its queues. */
    public Access access() {
        return profile.map(Profile::access).orElse(Access.OPEN);
    }

    /** Returns the suspension; a deletion ends it. */
    public Optional<Suspension> suspension() {
        return access().suspension();
    }

    /** Returns the current generation, which grows when the tenant is provisioned again after a deletion. */
    public int generation() {
        return Stream.of(metadata.map(Metadata::generation), creation.map(Audit::generation))
                .flatMap(Optional::stream)
                .max(Integer::compare)
                .or(() -> removal.map(Audit::generation))
                .orElse(FIRST_GENERATION);
    }

    /**
     * Returns the resources, if the row is reliable. A row of a failed creation that does not name its run may describe
     * a stack that no longer exists.
     */
    public Optional<Metadata> provision() {
        return metadata.filter(row -> row.execution().isPresent()
                || creation.filter(
                                create -> create.status() == Status.FAILURE && create.generation() == row.generation())
                        .isEmpty());
    }

    /** Returns the row of a run that has not ended. */
    public Optional<Audit> startedBy(String execution) {
        return Stream.of(creation.stream(), removal.stream(), updates.stream())
                .flatMap(rows -> rows)
                .filter(row -> row.isStarted() && row.execution().equals(execution))
                .findFirst();
    }

    /** Returns the deletion of the current generation, if any. */
    public Optional<Audit> deletion() {
        return removal.filter(row -> row.generation() >= generation());
    }

    /** Returns the update of the current generation to a version, if any. */
    public Optional<Audit> update(StackVersion version) {
        return updates.stream()
                .filter(row -> row.isFor(version) && row.generation() == generation())
                .findFirst();
    }

    /** Returns whether the stack has a version and the inputs of the tenant's tier. */
    public boolean isCurrent(StackVersion version, StackInputs inputs) {
        return metadata.filter(row -> row.version().equals(version)
                        && inputs.areOf(row, registration().tier()))
                .isPresent();
    }

    /** Returns the operation in progress, if any. */
    public Optional<Audit> operationUnderWay() {
        return Stream.of(deletion().stream(), creation.stream(), updates.stream())
                .flatMap(rows -> rows)
                .filter(Audit::isStarted)
                .findFirst();
    }
}
