package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The outcome of a request for a lease. */
public sealed interface ClaimOutcome {

    /** The lease was created. */
    record Leased(Lease lease) implements ClaimOutcome {}

    /** An earlier request with the same key created this lease. */
    record Repeated(Lease lease) implements ClaimOutcome {}

    /** An earlier request with the same key created this lease, which has ended since. */
    record RepeatedLate(EndedLease ended) implements ClaimOutcome {}

    /** An earlier request with the same key had other parameters. */
    record OtherTerms(LeaseId lease) implements ClaimOutcome {}

    /** The user has a lease already. */
    record HasLease(LeaseId lease) implements ClaimOutcome {}

    /** The user is not registered, and this pool requires that. */
    record UnknownUser() implements ClaimOutcome {}

    /** The user's item cannot be read, so that it is unknown whether the user has a lease. */
    record UnreadableUser() implements ClaimOutcome {}

    /** There is no template with the requested name. */
    record UnknownTemplate(String name) implements ClaimOutcome {}

    /** The template does not allow a lease of the requested duration. */
    record TooLong(LeaseLimits limits) implements ClaimOutcome {}

    /**
     * No account is available, or none with the labels.
     *
     * @param next when one is likely to be, if that can be told
     */
    record NoAccount(Optional<Instant> next, Duration retryAfter) implements ClaimOutcome {}

    /** The account that was asked for is not available. */
    record AccountTaken(AccountId account) implements ClaimOutcome {}
}
