package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.pool.store.Attributes.LABELED_BY;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Label;
import dev.backplane.pool.LabelOutcome;
import dev.backplane.pool.PoolSettings;
import java.util.NavigableSet;
import java.util.Optional;

/** The labels of accounts. */
public final class LabelStore {

    private final Dynamo dynamo;
    private final String table;
    private final PoolReader reader;
    private final LabelLists lists;

    LabelStore(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.reader = new PoolReader(dynamo, settings);
        this.lists = new LabelLists(reader, table);
    }

    /** Sets the labels of an account in any state. */
    public LabelOutcome putLabels(AccountId id, NavigableSet<String> labels, Actor actor) {
        return dynamo.retry()
                .run(() -> reader.item(PoolKey.of(id))
                        .map(item -> put(item, AccountRows.toAccount(id, item), labels, actor))
                        .orElseGet(() -> new Attempt.Done<>(new LabelOutcome.NotFound())));
    }

    private Attempt<LabelOutcome> put(Item item, Account account, NavigableSet<String> labels, Actor actor) {
        Account labeled = account.with(account.marks().withLabels(labels));
        if (labeled.equals(account)) {
            return new Attempt.Done<>(new LabelOutcome.Labeled(account));
        }
        Transaction transaction = new Transaction();
        transaction.update(
                table,
                PoolKey.of(account.id()).attributes(),
                new ItemUpdate()
                        .setOrRemove(LABELS, labels.isEmpty() ? Optional.empty() : Optional.of(Values.texts(labels)))
                        .set(LABELED_BY, Values.text(actor.text()))
                        .onlyIf(
                                exists(PK),
                                equal(
                                        LABELS,
                                        Optional.ofNullable(item.attributes().get(LABELS)))));
        if (!lists.change(transaction, account.id(), account.marks().labels(), labels)) {
            return new Attempt.Done<>(new LabelOutcome.TooMany(Label.MAX_IN_POOL));
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new LabelOutcome.Labeled(labeled));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }
}
