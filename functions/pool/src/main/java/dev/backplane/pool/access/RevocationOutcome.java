package dev.backplane.pool.access;

import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.pool.Account;

/** The outcome of revoking the sessions of an account. */
public sealed interface RevocationOutcome {

    /** No revocation is pending, by this call or an earlier one. */
    record Revoked(Account account) implements RevocationOutcome {}

    /** The account refused, for a reason that a repetition does not change. */
    record Denied(AwsRefusalException refusal) implements RevocationOutcome {}

    /** The account is not in the pool. */
    record NotFound() implements RevocationOutcome {}
}
