package dev.backplane.pool;

import java.util.List;
import java.util.Optional;

/**
 * An inconsistency in the pool.
 *
 * @param id the account, lease, user or list
 * @param lists the lists that contain it
 * @param item the content of its item, if there is one
 * @param message an explanation for operators
 */
public record Finding(Kind kind, String id, List<String> lists, Optional<String> item, String message) {

    /** The kinds of inconsistencies. */
    public enum Kind {
        /** A list is not a set of ids. */
        LIST_FORM,
        /** An item cannot be read. */
        UNREADABLE_ITEM,
        /** Lists contain an account that has no item. */
        ACCOUNT_WITHOUT_ITEM,
        /** An account is not in exactly the lists that its state requires. */
        ACCOUNT_LISTS,
        /** An account is held and not in the list of held accounts, or in the list and not held. */
        ACCOUNT_HOLD,
        /** An account is not in exactly the lists of its labels, or a label is not in the list of labels. */
        ACCOUNT_LABELS,
        /** An account's item and its lease do not agree. */
        ACCOUNT_LEASE,
        /** The list of active leases contains one that has no item. */
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
