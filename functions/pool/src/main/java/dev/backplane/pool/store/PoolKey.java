package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of an item: its kind, and the id after the first {@code #}; the id may contain more of them. */
public record PoolKey(Kind kind, String id) {

    /** The kinds of items, by the part before the {@code #}. */
    public enum Kind {
        ACCOUNT("account_id"),
        LEASE("lease_id"),
        USER("user_id"),
        ACCOUNT_STATUS("account_status"),
        ACCOUNT_LABEL("account_label"),
        ACCOUNT_LABELS("account_labels"),
        LEASE_STATUS("lease_status"),
        LEASE_ENDS("lease_ends"),
        LEASE_HISTORY("lease_history"),
        LEASE_BUDGET("lease_budget"),
        LEASE_TEMPLATE("lease_template"),
        LEASE_TEMPLATES("lease_templates"),
        ACCOUNT_HISTORY("account_history"),
        ACCOUNT_CLEANUPS("account_cleanups"),
        ACCOUNT_REMOVED("account_removed"),
        ACCOUNT_REVOCATIONS("account_revocations");

        private final String value;

        Kind(String value) {
            this.value = value;
        }

        /** Returns the prefix of every key of this kind. */
        public String prefix() {
            return value + "#";
        }
    }

    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
    private static final int MAX_BYTES = 2048;

    /** The list of all accounts. */
    public static final PoolKey ALL = new PoolKey(Kind.ACCOUNT_STATUS, "all");

    /** The list of the accounts that are held, in any state. */
    public static final PoolKey HELD = new PoolKey(Kind.ACCOUNT_STATUS, "held");

    /** The list of all active leases. */
    public static final PoolKey ACTIVE = new PoolKey(Kind.LEASE_STATUS, "active");

    /** The next ends of leases. */
    static final PoolKey ENDS = new PoolKey(Kind.LEASE_ENDS, "all");

    /** The labels that accounts have. */
    static final PoolKey LABELS = new PoolKey(Kind.ACCOUNT_LABELS, "all");

    /** The accounts whose last revocation of sessions was refused. */
    static final PoolKey UNREVOKED = new PoolKey(Kind.ACCOUNT_REVOCATIONS, "refused");

    /** The names of all stored templates. */
    static final PoolKey TEMPLATES = new PoolKey(Kind.LEASE_TEMPLATES, "all");

    /** Every list of accounts and leases but those of labels, by its first shard. */
    static final List<PoolKey> LISTS = Stream.concat(
                    Stream.of(ALL, HELD, ACTIVE),
                    Arrays.stream(AccountState.values()).map(PoolKey::of))
            .toList();

    public static PoolKey of(AccountId account) {
        return new PoolKey(Kind.ACCOUNT, account.value());
    }

    public static PoolKey of(LeaseId lease) {
        return new PoolKey(Kind.LEASE, lease.value());
    }

    public static PoolKey of(UserId user) {
        return new PoolKey(Kind.USER, user.value());
    }

    /** Returns the list of the accounts in a state. */
    public static PoolKey of(AccountState state) {
        return new PoolKey(Kind.ACCOUNT_STATUS, state.value());
    }

    /** Returns a list of accounts. */
    public static PoolKey of(AccountList list) {
        return switch (list) {
            case ALL -> ALL;
            case HELD -> HELD;
            case UNREVOKED -> UNREVOKED;
            case INITIAL, AVAILABLE, LEASED, DIRTY, CLEANING, FAILED ->
                of(list.state().orElseThrow());
        };
    }

    /** Returns the list of the accounts with a label, in any state. */
    public static PoolKey ofLabel(String label) {
        return new PoolKey(Kind.ACCOUNT_LABEL, label);
    }

    /** Returns a shard of a list; the first one has the key of the unsharded list. */
    public PoolKey shard(int number) {
        return number == 0 ? this : new PoolKey(kind, id + "#" + number);
    }

    /** Returns the key of the record of an ended lease. */
    public static PoolKey historyOf(LeaseId lease) {
        return new PoolKey(Kind.LEASE_HISTORY, lease.value());
    }

    /** Returns the key of the record that a lease reached a part of its budget. */
    static PoolKey budgetOf(LeaseId lease, int threshold) {
        return new PoolKey(Kind.LEASE_BUDGET, lease.value() + "#" + threshold);
    }

    /** Returns the key of a template of leases. */
    static PoolKey ofTemplate(String name) {
        return new PoolKey(Kind.LEASE_TEMPLATE, name);
    }

    /** Returns the key of the history of an account. */
    public static PoolKey historyOf(AccountId account) {
        return new PoolKey(Kind.ACCOUNT_HISTORY, account.value());
    }

    /** Returns the key of the last attempts to clean an account. */
    public static PoolKey cleanupsOf(AccountId account) {
        return new PoolKey(Kind.ACCOUNT_CLEANUPS, account.value());
    }

    /** Returns the record of an account that was removed. */
    public static PoolKey removalOf(AccountId account) {
        return new PoolKey(Kind.ACCOUNT_REMOVED, account.value());
    }

    /** Reads the result of {@link #toString}; empty when it is not a key of this table. */
    public static Optional<PoolKey> find(String text) {
        return Arrays.stream(Kind.values())
                .filter(kind -> text.startsWith(kind.prefix()))
                .map(kind -> new PoolKey(kind, text.substring(kind.prefix().length())))
                .findFirst();
    }

    /** Returns whether DynamoDB accepts the key; an id in a damaged list may be longer than any key. */
    boolean isPossible() {
        return toString().getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    Map<String, AttributeValue> attributes() {
        return Map.of(Attributes.PK, Values.text(toString()));
    }

    @Override
    public String toString() {
        return kind.prefix() + id;
    }
}
