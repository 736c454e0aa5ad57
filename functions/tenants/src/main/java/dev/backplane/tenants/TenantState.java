package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state of a tenant, as lists show it. */
public enum TenantState {
    /** The tenant is registered; its stack was never created. */
    REGISTERED,
    /** The tenant's stack is being created. */
    PROVISIONING,
    /** The tenant has a queue. */
    READY,
    /** The creation or the deletion failed, or the stack was removed. */
    FAILED,
    /** The tenant has a queue, and its stack is being updated. */
    UPDATING,
    /** The tenant's clients are locked out, whatever its stack does. */
    SUSPENDED,
    /** The tenant is being deleted. */
    DELETING,
    DELETED;

    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a stored state.
     *
     * @throws InvalidValueException if the text is not a state, with a message for the caller
     */
    public static TenantState parse(String text) {
        return Arrays.stream(values())
                .filter(state -> state.value().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Arrays.stream(values()).map(TenantState::value).collect(Collectors.joining(", "))));
    }

    /** Returns the state that a run sets when it begins. */
    public static TenantState during(OperationKind kind) {
        return switch (kind) {
            case CREATE -> PROVISIONING;
            case UPDATE -> UPDATING;
            case DELETE -> DELETING;
            case UPGRADE -> throw new IllegalStateException("an upgrade is not a run for one tenant");
        };
    }

    /** Returns the state that a run sets when it ends; after an update that failed, the tenant still has its queue. */
    public static TenantState after(OperationKind kind, boolean success) {
        return switch (kind) {
            case CREATE -> success ? READY : FAILED;
            case UPDATE -> READY;
            case DELETE -> success ? DELETED : FAILED;
            case UPGRADE -> throw new IllegalStateException("an upgrade is not a run for one tenant");
        };
    }

    /** Returns the state as it counts at a time: a run that must have ended without recording a result has failed. */
    public TenantState asOf(Instant since, Instant now) {
        if (!since.isBefore(now.minus(Audit.OVERDUE_AFTER))) {
            return this;
        }
        return switch (this) {
            case PROVISIONING, DELETING -> FAILED;
            case UPDATING -> READY;
            case REGISTERED, READY, FAILED, SUSPENDED, DELETED -> this;
        };
    }

    /**
     * Decides from the rows of a tenant without a recorded state.
     *
     * @param deletion of the current generation only
     */
    static TenantState of(boolean provisioned, Optional<Status> creation, Optional<Status> deletion) {
        if (deletion.isPresent()) {
            return switch (deletion.get()) {
                case STARTED -> DELETING;
                case SUCCESS -> DELETED;
                case FAILURE -> FAILED;
            };
        }
        if (provisioned) {
            return READY;
        }
        return creation.equals(Optional.of(Status.STARTED)) ? PROVISIONING : FAILED;
    }
}
