package dev.backplane.pool;

import java.util.List;
import java.util.Optional;

/**
 * Something in the pool that does not fit together.
 *
 * @param id the account, lease, user or list it is about
 * @param lists the lists that name it
 * @param item what its own item says, if it has one
 * @param message a sentence for a person
 */
public record Finding(Kind kind, String id, List<String> lists, Optional<String> item, String message) {

    /** The kinds of what can be wrong. */
    public enum Kind {
        /** A list does not hold a set of ids. */
        LIST_FORM,
        /** An item cannot be read. */
        UNREADABLE_ITEM,
        /** Lists name an account that has no item. */
        ACCOUNT_WITHOUT_ITEM,
        /** An account is not in the list of all, or not in exactly the one other list that its item names. */
        ACCOUNT_LISTS,
        /** An account's item and its lease do not agree. */
        ACCOUNT_LEASE,
        /** The list of active leases names one that has no item. */
        LEASE_WITHOUT_ITEM,
        /** An active lease is not in the list of active leases. */
        LEASE_LISTS,
        /** The account of an active lease is not leased by it. */
        LEASE_ACCOUNT,
        /** The user of an active lease does not hold it. */
        LEASE_USER,
        /** A user holds a lease that is not active, or not theirs. */
        USER_LEASE,
        /** A user's item names no lease, or another account than its lease does. */
        USER_FORM
    }
}
