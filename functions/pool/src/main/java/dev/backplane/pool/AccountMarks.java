package dev.backplane.pool;

import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What is known of an account beside its state; a change of the state leaves it as it is.
 *
 * @param labels words that a claim can ask for
 * @param hold present while the account is held
 * @param revocation the revocation of credentials that were issued for the account, if there ever were any
 */
public record AccountMarks(NavigableSet<String> labels, Optional<Hold> hold, Optional<Revocation> revocation) {

    public static final AccountMarks NONE = new AccountMarks(new TreeSet<>(), Optional.empty(), Optional.empty());

    public AccountMarks withLabels(NavigableSet<String> changed) {
        return new AccountMarks(changed, hold, revocation);
    }

    public AccountMarks withHold(Optional<Hold> changed) {
        return new AccountMarks(labels, changed, revocation);
    }

    public AccountMarks withRevocation(Revocation changed) {
        return new AccountMarks(labels, hold, Optional.of(changed));
    }
}
