package dev.backplane.tenants;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Whether the clients of a tenant may use its queues.
 *
 * @param suspension empty unless the tenant is suspended
 * @param sessionsFrom sessions that were issued earlier are denied; a whole second
 * @param unpublished changes whose events may not have been published, oldest first
 */
public record Access(Optional<Suspension> suspension, Optional<Instant> sessionsFrom, List<AccessChange> unpublished) {

    /** The access of a tenant that was neither suspended nor deleted. */
    public static final Access OPEN = new Access(Optional.empty(), Optional.empty(), List.of());

    public Access {
        unpublished = List.copyOf(unpublished);
    }

    /**
     * Returns the time from which sessions are accepted after a change. STS reports when it issued a session in whole
     * seconds, so this is the next one: no session from before the change is accepted.
     */
    public static Instant sessionsAfter(Instant change) {
        Instant second = change.truncatedTo(ChronoUnit.SECONDS);
        return second.equals(change) ? change : second.plusSeconds(1);
    }

    /** Returns whether a session is accepted, by the time at which STS issued it. */
    public boolean accepts(Instant issued) {
        return suspension.isEmpty()
                && sessionsFrom.filter(first -> issued.isBefore(first)).isEmpty();
    }

    /** Returns whether two tenants' clients may do the same, whatever is published. */
    public boolean allowsTheSameAs(Access other) {
        return suspension.isPresent() == other.suspension.isPresent() && sessionsFrom.equals(other.sessionsFrom);
    }
}
