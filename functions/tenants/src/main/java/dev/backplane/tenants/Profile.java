package dev.backplane.tenants;

import java.time.Instant;

/**
 * A tenant as lists show it.
 *
 * @param state the state that the latest run or the registration has set
 * @param since the time from which the state that a run has set holds
 * @param access whether the tenant's clients may use its queues
 */
public record Profile(
        Registration registration, TenantState state, Instant since, Instant created, Instant updated, Access access) {

    /** Returns the state as it counts at a time. */
    public TenantState stateAt(Instant now) {
        return state.asOf(since, now);
    }
}
