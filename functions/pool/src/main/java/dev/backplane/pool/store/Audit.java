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
import java.util.List;
import java.util.Optional;

/** The invariants of the pool, looked at from one account, lease, user or list. */
final class Audit {

    private final Items items;
    private final List<Finding> findings = new ArrayList<>();

    private Audit(Items items) {
        this.items = items;
    }

    static List<Finding> check(PoolKey subject, Items items) {
        Audit audit = new Audit(items);
        switch (subject.kind()) {
            case ACCOUNT_STATUS, LEASE_STATUS -> audit.list(subject);
            case ACCOUNT -> audit.account(subject);
            case LEASE -> audit.lease(subject);
            case USER -> audit.user(subject);
            case LEASE_HISTORY, ACCOUNT_HISTORY -> {}
        }
        return audit.findings;
    }

    private void list(PoolKey list) {
        boolean odd = items.item(list)
                .map(item -> item.attributes().get(DATA))
                .filter(data -> !data.hasSs())
                .isPresent();
        if (odd) {
            findings.add(new Finding(
                    Kind.LIST_FORM,
                    list.toString(),
                    List.of(),
                    Optional.empty(),
                    list + " does not hold a set of strings."));
        }
    }

    private void account(PoolKey key) {
        AccountId id = new AccountId(key.id());
        Optional<Item> item = items.item(key);
        Optional<Account> account = items.account(id);
        if (item.isPresent() && account.isEmpty()) {
            unreadable(key);
            return;
        }
        List<String> lists = listsOf(id);
        if (account.isEmpty()) {
            if (!lists.isEmpty()) {
                add(Kind.ACCOUNT_WITHOUT_ITEM, key, "Lists name the account, and it has no item.");
            }
            return;
        }
        AccountState state = account.get().state();
        if (!lists.equals(List.of(PoolKey.ALL.toString(), PoolKey.of(state).toString()))) {
            add(Kind.ACCOUNT_LISTS, key, "The account is " + state.word() + " and not in exactly the lists for that.");
        }
        if (!agreesWithLease(account.get())) {
            add(Kind.ACCOUNT_LEASE, key, "The account is " + state.word() + ", and no active lease agrees with that.");
        }
    }

    private boolean agreesWithLease(Account account) {
        return account.state() == AccountState.LEASED
                ? account.lease().filter(lease -> isOf(lease, account.id())).isPresent()
                : account.lease().isEmpty();
    }

    private boolean isOf(LeaseId lease, AccountId account) {
        return items.lease(lease)
                .filter(found -> found.account().equals(account))
                .isPresent();
    }

    private void lease(PoolKey key) {
        LeaseId id = new LeaseId(key.id());
        boolean listed = items.ids(PoolKey.ACTIVE).contains(key.id());
        Optional<Lease> lease = items.lease(id);
        if (items.item(key).isEmpty()) {
            if (listed) {
                add(Kind.LEASE_WITHOUT_ITEM, key, "The list of active leases names the lease, and it has no item.");
            }
            return;
        }
        if (lease.isEmpty()) {
            unreadable(key);
            return;
        }
        if (!listed) {
            add(Kind.LEASE_LISTS, key, "The lease is active, and not in the list of active leases.");
        }
        if (!isLeasedBy(lease.get())) {
            add(Kind.LEASE_ACCOUNT, key, "Account " + lease.get().account() + " is not leased by this lease.");
        }
        if (!items.heldBy(lease.get().user()).equals(Optional.of(id))) {
            add(Kind.LEASE_USER, key, "The user of the lease does not hold it.");
        }
    }

    private boolean isLeasedBy(Lease lease) {
        return items.account(lease.account())
                .filter(account -> account.state() == AccountState.LEASED)
                .flatMap(Account::lease)
                .filter(lease.id()::equals)
                .isPresent();
    }

    private void user(PoolKey key) {
        UserId user = new UserId(key.id());
        Optional<LeaseId> held = items.heldBy(user);
        boolean active = held.flatMap(items::lease)
                .filter(lease -> lease.user().equals(user))
                .isPresent();
        if (held.isPresent() && !active) {
            add(Kind.USER_LEASE, key, "The user holds lease " + held.get() + ", which is not active and theirs.");
        }
    }

    private void unreadable(PoolKey key) {
        add(Kind.UNREADABLE_ITEM, key, "The item " + key + " cannot be read; a person must mend it.");
    }

    private void add(Kind kind, PoolKey key, String message) {
        List<String> lists = switch (key.kind()) {
            case ACCOUNT -> listsOf(new AccountId(key.id()));
            case LEASE -> items.ids(PoolKey.ACTIVE).contains(key.id()) ? List.of(PoolKey.ACTIVE.toString()) : List.of();
            default -> List.of();
        };
        findings.add(new Finding(kind, key.id(), lists, stateIn(key), message));
    }

    /** Returns what an account's item says, or that there is an item. */
    private Optional<String> stateIn(PoolKey key) {
        return items.item(key).map(item -> item.findText(DATA).orElse("present"));
    }

    /** Returns the lists that name an account, that of all first. */
    private List<String> listsOf(AccountId id) {
        return PoolKey.LISTS.stream()
                .filter(list -> list.kind() == PoolKey.Kind.ACCOUNT_STATUS)
                .filter(list -> items.ids(list).contains(id.value()))
                .map(PoolKey::toString)
                .toList();
    }
}
