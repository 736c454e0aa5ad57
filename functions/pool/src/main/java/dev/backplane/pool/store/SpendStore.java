package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.AMOUNT;
import static dev.backplane.pool.store.Attributes.AS_OF;
import static dev.backplane.pool.store.Attributes.BUDGET;
import static dev.backplane.pool.store.Attributes.CREATED;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.THRESHOLD;
import static dev.backplane.pool.store.Attributes.TTL;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.pool.Budget;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records what leases have cost.
 *
 * <p>A report, the records of the thresholds that it reaches, and the end of a lease at its budget are one transaction.
 * So each threshold is published once, whatever fails in between.
 */
public final class SpendStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final LeaseStore leases;
    private final LeaseEnder ender;

    SpendStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.leases = new LeaseStore(dynamo, settings, clock);
        this.ender = new LeaseEnder(dynamo, settings, clock);
    }

    /** Records a report; one that is not newer than the last changes nothing. */
    public SpendOutcome reportSpend(LeaseId id, Spend spend, Actor actor) {
        return dynamo.retry()
                .run(() -> leases.getLease(id)
                        .map(found -> report(found, spend, actor))
                        .orElseGet(() -> done(new SpendOutcome.NotFound())));
    }

    private Attempt<SpendOutcome> report(LeaseRecord found, Spend spend, Actor actor) {
        Optional<Spend> last = found.lease().usage().spend();
        Optional<String> currency =
                found.lease().limits().budget().map(Budget::currency).or(() -> last.map(Spend::currency));
        if (currency.filter(expected -> !expected.equals(spend.currency())).isPresent()) {
            return done(new SpendOutcome.OtherCurrency(currency.get()));
        }
        // A repeat of the report that ended the lease is one of these.
        if (last.filter(newest -> !spend.asOf().isAfter(newest.asOf())).isPresent()) {
            return done(new SpendOutcome.Reported(found));
        }
        return switch (found) {
            case LeaseRecord.Ended(EndedLease ended) -> done(new SpendOutcome.NotActive(ended));
            case LeaseRecord.Active(Lease lease) -> report(lease, spend, actor);
        };
    }

    private Attempt<SpendOutcome> report(Lease lease, Spend spend, Actor actor) {
        Optional<Budget> budget = lease.limits().budget();
        int before = lease.usage().reached();
        int reached = Math.max(
                before, budget.map(limit -> limit.reachedBy(spend.amount())).orElse(0));
        Lease reported = lease.with(lease.usage().withSpend(spend, reached));
        List<Item> records = Budget.THRESHOLDS.stream()
                .filter(threshold -> threshold > before && threshold <= reached)
                .map(threshold -> record(reported, threshold, actor))
                .toList();
        boolean ends = budget.filter(limit -> limit.endsAt(reached)).isPresent();
        return ends ? end(lease, reported, records, actor) : write(lease, reported, records);
    }

    private Attempt<SpendOutcome> write(Lease lease, Lease reported, List<Item> records) {
        Transaction transaction = new Transaction();
        transaction.update(
                table,
                PoolKey.of(lease.id()).attributes(),
                LeaseRows.set(new ItemUpdate(), reported.usage()).onlyIf(LeaseEnder.unchanged(lease)));
        records.forEach(record -> transaction.put(table, record));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> done(new SpendOutcome.Reported(new LeaseRecord.Active(reported)));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<SpendOutcome> end(Lease lease, Lease reported, List<Item> records, Actor actor) {
        EndedLease ended = reported.ended(EndReason.BUDGET, Times.now(clock), Optional.of(Cause.of(actor)));
        return ender.end(lease, ended, records)
                ? done(new SpendOutcome.Reported(new LeaseRecord.Ended(ended)))
                : new Attempt.Lost<>();
    }

    /** Returns the record from which the event of a threshold is published. */
    private Item record(Lease lease, int threshold, Actor actor) {
        Item item = LeaseRows.toItem(lease);
        Spend spend = lease.usage().spend().orElseThrow();
        Item.Builder record = Item.builder();
        Stream.of(DATA, BUDGET)
                .forEach(name ->
                        Optional.ofNullable(item.attributes().get(name)).ifPresent(value -> record.value(name, value)));
        return record.text(PK, PoolKey.budgetOf(lease.id(), threshold).toString())
                .number(THRESHOLD, threshold)
                .text(ACTOR, actor.text())
                .text(AMOUNT, spend.amount().toPlainString())
                .text(AS_OF, Times.format(spend.asOf()))
                .text(CREATED, item.findText(CREATED))
                .number(TTL, Times.now(clock).plus(EndedLease.RETENTION).getEpochSecond())
                .build();
    }

    private static Attempt<SpendOutcome> done(SpendOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
