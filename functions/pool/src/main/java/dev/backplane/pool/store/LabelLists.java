package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.contains;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.sizeLess;
import static dev.backplane.pool.store.Attributes.DATA;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The lists of the accounts with a label, and the list of the labels that accounts have.
 *
 * <p>A label leaves the list of labels with the last account that has it, so their number stays bounded.
 */
final class LabelLists {

    private final PoolReader reader;
    private final String table;

    LabelLists(PoolReader reader, String table) {
        this.reader = reader;
        this.table = table;
    }

    /**
     * Adds the changes of the lists to a transaction, with the conditions under which they are right.
     *
     * @return false if the pool would have too many labels
     */
    boolean change(Transaction transaction, AccountId account, SortedSet<String> before, SortedSet<String> after) {
        List<String> added =
                after.stream().filter(label -> !before.contains(label)).toList();
        List<String> removed =
                before.stream().filter(label -> !after.contains(label)).toList();
        if (added.isEmpty() && removed.isEmpty()) {
            return true;
        }
        Map<PoolKey, Item> items = read(removed);
        added.forEach(label ->
                transaction.update(table, PoolKey.ofLabel(label).attributes(), Shards.adding(account.value())));
        List<String> unused = new ArrayList<>();
        for (String label : removed) {
            if (remove(transaction, account, label, Optional.ofNullable(items.get(PoolKey.ofLabel(label))))) {
                unused.add(label);
            }
        }
        return changeLabels(transaction, Optional.ofNullable(items.get(PoolKey.LABELS)), added, unused);
    }

    private Map<PoolKey, Item> read(List<String> removed) {
        return reader.items(
                Stream.concat(Stream.of(PoolKey.LABELS), removed.stream().map(PoolKey::ofLabel))
                        .toList());
    }

    /** Removes an account from the list of a label; returns whether no account has the label then. */
    private boolean remove(Transaction transaction, AccountId account, String label, Optional<Item> list) {
        PoolKey key = PoolKey.ofLabel(label);
        Optional<String> other = PoolReader.idsIn(key, list).stream()
                .filter(id -> !id.equals(account.value()))
                .findFirst();
        ItemUpdate update = Shards.removing(account.value());
        // If the other account loses the label first, this one is the last, and the label must be removed with it.
        transaction.update(
                table,
                key.attributes(),
                other.map(id -> update.onlyIf(contains(DATA, Values.text(id))))
                        .orElseGet(() -> update.onlyIf(asRead(list))));
        return other.isEmpty();
    }

    /** Adds the change of the list of labels, which does not conflict with the change of other labels if it can. */
    private boolean changeLabels(
            Transaction transaction, Optional<Item> list, List<String> added, List<String> unused) {
        NavigableSet<String> labels = PoolReader.idsIn(PoolKey.LABELS, list);
        List<String> known = added.stream().filter(labels::contains).toList();
        List<String> fresh =
                added.stream().filter(label -> !labels.contains(label)).toList();
        NavigableSet<String> next = new TreeSet<>(labels);
        next.addAll(fresh);
        unused.forEach(next::remove);
        if (!fresh.isEmpty() && !unused.isEmpty()) {
            // One update cannot add to a set and delete from it.
            update(transaction, new ItemUpdate().set(DATA, Values.texts(next)).onlyIf(asRead(list)));
        } else if (!fresh.isEmpty()) {
            Condition room = absent(DATA).or(sizeLess(DATA, Label.MAX_IN_POOL - fresh.size() + 1L));
            update(transaction, new ItemUpdate().add(DATA, Values.texts(fresh)).onlyIf(room, containsAll(known)));
        } else if (!unused.isEmpty()) {
            update(
                    transaction,
                    new ItemUpdate().deleteFrom(DATA, Values.texts(unused)).onlyIf(containsAll(known)));
        } else if (!known.isEmpty()) {
            transaction.check(table, PoolKey.LABELS.attributes(), containsAll(known));
        }
        return next.size() <= Label.MAX_IN_POOL || next.size() <= labels.size();
    }

    private void update(Transaction transaction, ItemUpdate change) {
        transaction.update(table, PoolKey.LABELS.attributes(), change);
    }

    private static Condition containsAll(List<String> labels) {
        return all(
                labels.stream().map(label -> contains(DATA, Values.text(label))).toArray(Condition[]::new));
    }

    private static Condition asRead(Optional<Item> list) {
        return list.map(item -> item.attributes().get(DATA))
                .map(data -> equal(DATA, data))
                .orElseGet(() -> absent(DATA));
    }
}
