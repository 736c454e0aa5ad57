package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks whether one account, lease, user or list agrees with the items that it refers to. */
final class ItemCheck {

    private final ReadItems items;
    private final List<Finding> findings = new ArrayList<>();

    private ItemCheck(ReadItems items) {
        this.items = items;
    }

    /** Returns the findings of those subjects that have any. */
    static Map<PoolKey, List<Finding>> findings(List<PoolKey> subjects, ReadItems items) {
        Map<PoolKey, List<Finding>> found = new LinkedHashMap<>();
        for (PoolKey subject : subjects) {
            List<Finding> findings = findings(subject, items);
            if (!findings.isEmpty()) {
                found.put(subject, findings);
            }
        }
        return found;
    }

    static List<Finding> findings(PoolKey subject, ReadItems items) {
        ItemCheck check = new ItemCheck(items);
        switch (subject.kind()) {
            case ACCOUNT_STATUS, LEASE_STATUS, ACCOUNT_LABELS -> check.list(subject);
            case ACCOUNT_LABEL -> check.labelList(subject);
            case ACCOUNT -> check.account(subject);
            case LEASE -> check.lease(subject);
            case USER -> check.user(subject);
            case LEASE_ENDS,
                    LEASE_HISTORY,
                    LEASE_BUDGET,
                    LEASE_TEMPLATE,
                    LEASE_TEMPLATES,
                    ACCOUNT_HISTORY,
                    ACCOUNT_CLEANUPS,
                    ACCOUNT_REMOVED,
                    ACCOUNT_REVOCATIONS -> {}
        }
        return check.findings;
    }

    private void list(PoolKey list) {
        if (items.shards().isSurplus(list) && items.data(list).isPresent()) {
            findings.add(new Finding(
                    Kind.LIST_FORM,
                    list.toString(),
                    List.of(),
                    Optional.empty(),
                    list + " is a shard that the lists no longer have."));
            return;
        }
        items.data(list)
                .filter(data -> !data.hasSs())
                .ifPresent(data -> findings.add(new Finding(
                        Kind.LIST_FORM,
                        list.toString(),
                        List.of(),
                        Optional.empty(),
                        list + " contains " + data.type() + " and not a set of strings.")));
    }

    private void labelList(PoolKey list) {
        list(list);
        boolean used = !items.ids(list).isEmpty();
        if (used != items.ids(PoolKey.LABELS).contains(list.id())) {
            add(
                    Kind.ACCOUNT_LABELS,
                    list,
                    used
                            ? "Accounts have the label, and it is not in the list of labels."
                            : "No account has the label, and it is in the list of labels.");
        }
    }

    private void account(PoolKey key) {
        AccountId id = new AccountId(key.id());
        Optional<Item> item = items.item(key);
        Optional<Account> account = items.account(id);
        if (item.isPresent() && account.isEmpty()) {
            addUnreadable(key);
            return;
        }
        int shard =
                account.map(items.shards()::expectedShard).orElse(items.shards().of(id));
        List<PoolKey> lists = items.naming(key, shard);
        if (account.isEmpty()) {
            if (!lists.isEmpty()) {
                add(Kind.ACCOUNT_WITHOUT_ITEM, key, "Lists contain the account, and it has no item.");
            }
            return;
        }
        AccountState state = account.get().state();
        Set<PoolKey> wrong = difference(lists, AccountLists.of(account.get(), shard));
        if (wrong.remove(PoolKey.HELD)) {
            add(
                    Kind.ACCOUNT_HOLD,
                    key,
                    account.get().isHeld()
                            ? "The account is held, and not in the list of held accounts."
                            : "The account is not held, and in the list of held accounts.");
        }
        Set<String> labels = account.get().marks().labels();
        boolean known = labels.isEmpty() || items.ids(PoolKey.LABELS).containsAll(labels);
        if (wrong.removeIf(list -> list.kind() == PoolKey.Kind.ACCOUNT_LABEL) || !known) {
            add(Kind.ACCOUNT_LABELS, key, "The account is not in exactly the lists of its labels.");
        }
        if (!wrong.isEmpty() || account.get().shard() != shard) {
            add(Kind.ACCOUNT_LISTS, key, "The account is " + state.value() + " and not in exactly the lists for that.");
        }
        if (!agreesWithLease(account.get())) {
            add(Kind.ACCOUNT_LEASE, key, "The account is " + state.value() + ", and no active lease agrees with that.");
        }
    }

    /** Returns the lists that are in one of two collections only. */
    private static Set<PoolKey> difference(Collection<PoolKey> lists, Collection<PoolKey> others) {
        Set<PoolKey> different = new HashSet<>(lists);
        others.forEach(list -> {
            if (!different.remove(list)) {
                different.add(list);
            }
        });
        return different;
    }

    private boolean agreesWithLease(Account account) {
        return account.state() == AccountState.LEASED
                ? account.lease()
                        .filter(lease -> items.isUnreadable(lease) || isOf(lease, account.id()))
                        .isPresent()
                : account.lease().isEmpty();
    }

    private boolean isOf(LeaseId lease, AccountId account) {
        return items.lease(lease)
                .filter(found -> found.account().equals(account))
                .isPresent();
    }

    private void lease(PoolKey key) {
        LeaseId id = new LeaseId(key.id());
        Optional<Lease> lease = items.lease(id);
        int shard = lease.map(items.shards()::expectedShard).orElse(0);
        List<PoolKey> lists = items.naming(key, shard);
        if (items.item(key).isEmpty()) {
            if (!lists.isEmpty()) {
                add(Kind.LEASE_WITHOUT_ITEM, key, "The list of active leases contains the lease, and it has no item.");
            }
            return;
        }
        if (lease.isEmpty()) {
            addUnreadable(key);
            return;
        }
        if (!lists.equals(List.of(PoolKey.ACTIVE.shard(shard))) || lease.get().shard() != shard) {
            add(Kind.LEASE_LISTS, key, "The lease is active, and not in the list of active leases.");
        }
        if (!items.isUnreadable(lease.get().account()) && !isLeasedBy(lease.get())) {
            add(Kind.LEASE_ACCOUNT, key, "Account " + lease.get().account() + " is not leased by this lease.");
        }
        if (!items.heldBy(lease.get().user()).equals(Optional.of(id))) {
            add(Kind.LEASE_USER, key, "The user of the lease does not hold it.");
        }
    }

    private boolean isLeasedBy(Lease lease) {
        return items.account(lease.account())
                .filter(account -> account.state() == AccountState.LEASED
                        && account.shard() == items.shards().expectedShard(lease))
                .flatMap(Account::lease)
                .filter(lease.id()::equals)
                .isPresent();
    }

    private void user(PoolKey key) {
        UserId user = new UserId(key.id());
        Optional<LeaseId> held = items.heldBy(user);
        if (items.data(key).isPresent() && held.isEmpty()) {
            add(Kind.USER_FORM, key, "The user's item has data that names no lease.");
            return;
        }
        if (held.isEmpty() || items.isUnreadable(held.get())) {
            return;
        }
        Optional<Lease> lease =
                items.lease(held.get()).filter(found -> found.user().equals(user));
        if (lease.isEmpty()) {
            add(
                    Kind.USER_LEASE,
                    key,
                    "The user holds lease " + held.get() + ", which is not an active lease of the user.");
        } else if (!items.accountOf(user).equals(Optional.of(lease.get().account()))) {
            add(Kind.USER_FORM, key, "The user's item does not name the account of lease " + held.get() + ".");
        }
    }

    private void addUnreadable(PoolKey key) {
        add(Kind.UNREADABLE_ITEM, key, unreadable(key).message());
    }

    /** Returns the finding of an item that cannot be read, without the lists that contain it. */
    static Finding unreadable(PoolKey key) {
        return new Finding(
                Kind.UNREADABLE_ITEM,
                key.id(),
                List.of(),
                Optional.empty(),
                "The item " + key + " cannot be read; an operator must correct it.");
    }

    private void add(Kind kind, PoolKey key, String message) {
        List<PoolKey> lists = switch (key.kind()) {
            case ACCOUNT -> {
                AccountId id = new AccountId(key.id());
                yield items.naming(
                        key,
                        items.account(id)
                                .map(items.shards()::expectedShard)
                                .orElse(items.shards().of(id)));
            }
            case LEASE ->
                items.naming(
                        key,
                        items.lease(new LeaseId(key.id()))
                                .map(items.shards()::expectedShard)
                                .orElse(0));
            default -> List.of();
        };
        findings.add(new Finding(
                kind, key.id(), lists.stream().map(PoolKey::toString).toList(), stateIn(key), message));
    }

    /** Returns the state in an account's item, or that another item exists. */
    private Optional<String> stateIn(PoolKey key) {
        return items.item(key).map(item -> item.findText(DATA).orElse("present"));
    }
}
