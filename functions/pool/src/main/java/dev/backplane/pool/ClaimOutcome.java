package dev.backplane.pool;

import java.time.Duration;

/** What came of a request for a lease. */
public sealed interface ClaimOutcome {

    /** The user holds an account. */
    record Leased(Lease lease) implements ClaimOutcome {}

    /** An earlier request under the same key made this lease. */
    record Repeated(Lease lease) implements ClaimOutcome {}

    /** An earlier request under the same key made this lease, which is over by now. */
    record RepeatedLate(EndedLease ended) implements ClaimOutcome {}

    /** An earlier request under the same key asked for something else. */
    record OtherTerms(LeaseId lease) implements ClaimOutcome {}

    /** The user has a lease already. */
    record HasLease(LeaseId lease) implements ClaimOutcome {}

    /** Nobody registered the user, which this pool wants. */
    record UnknownUser() implements ClaimOutcome {}

    /** The user's item has another form than the service writes, so whether they hold a lease is not known. */
    record UnreadableUser() implements ClaimOutcome {}

    /** No account is available. */
    record NoAccount(Duration retryAfter) implements ClaimOutcome {}

    /** The account that was asked for is not available. */
    record AccountTaken(AccountId account) implements ClaimOutcome {}
}
