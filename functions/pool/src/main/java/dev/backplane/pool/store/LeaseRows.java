package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.ACCOUNT;
import static dev.backplane.pool.store.Attributes.AMOUNT;
import static dev.backplane.pool.store.Attributes.ASKED_ACCOUNT;
import static dev.backplane.pool.store.Attributes.ASKED_MINUTES;
import static dev.backplane.pool.store.Attributes.ASKED_TEMPLATE;
import static dev.backplane.pool.store.Attributes.AS_OF;
import static dev.backplane.pool.store.Attributes.CHANGES;
import static dev.backplane.pool.store.Attributes.CREATED;
import static dev.backplane.pool.store.Attributes.CREATED_BY;
import static dev.backplane.pool.store.Attributes.CURRENCY;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.ENDED;
import static dev.backplane.pool.store.Attributes.ENDED_BY;
import static dev.backplane.pool.store.Attributes.END_REASON;
import static dev.backplane.pool.store.Attributes.EXPIRES;
import static dev.backplane.pool.store.Attributes.EXTENDED_BY;
import static dev.backplane.pool.store.Attributes.EXTENSIONS;
import static dev.backplane.pool.store.Attributes.ISSUED;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.LEASE;
import static dev.backplane.pool.store.Attributes.MEMBERS;
import static dev.backplane.pool.store.Attributes.MEMBERS_BY;
import static dev.backplane.pool.store.Attributes.NOTE;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REACHED;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SPEND;
import static dev.backplane.pool.store.Attributes.STATE;
import static dev.backplane.pool.store.Attributes.TTL;
import static dev.backplane.pool.store.Attributes.USER;
import static dev.backplane.pool.store.Attributes.WARNED;

import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Budget;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.Spend;
import dev.backplane.pool.UserId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts leases from and to items, and the part of a user's item that names a lease. */
final class LeaseRows {

    static final String ACTIVE = "active";
    private static final String STATE_ENDED = "ended";

    private LeaseRows() {}

    static Item toItem(Lease lease) {
        return toItem(PoolKey.of(lease.id()), lease, ACTIVE);
    }

    static Item toItem(EndedLease ended) {
        Lease lease = ended.lease();
        Map<String, AttributeValue> attributes = new HashMap<>(
                toItem(PoolKey.historyOf(lease.id()), lease, STATE_ENDED).attributes());
        attributes.put(ENDED, Values.text(Times.format(ended.at())));
        attributes.put(END_REASON, Values.text(ended.reason().value()));
        ended.cause().ifPresent(cause -> {
            attributes.put(ENDED_BY, Values.text(cause.actor().text()));
            cause.reason().ifPresent(note -> attributes.put(NOTE, Values.text(note)));
        });
        attributes.put(TTL, Values.number(ended.at().plus(EndedLease.RETENTION).getEpochSecond()));
        return new Item(attributes);
    }

    private static Item toItem(PoolKey key, Lease lease, String state) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        attributes.put(PK, Values.text(key.toString()));
        Map<String, AttributeValue> data = new HashMap<>(Map.of(
                STATE, Values.text(state),
                ACCOUNT, Values.text(lease.account().value()),
                USER, Values.text(lease.user().value())));
        expires(lease).ifPresent(expires -> data.put(EXPIRES, expires));
        attributes.put(DATA, AttributeValue.fromM(data));
        if (!lease.created().equals(Lease.UNKNOWN)) {
            attributes.put(CREATED, Values.text(Times.format(lease.created())));
        }
        lease.actors().created().ifPresent(actor -> attributes.put(CREATED_BY, Values.text(actor.text())));
        lease.actors().extended().ifPresent(actor -> attributes.put(EXTENDED_BY, Values.text(actor.text())));
        lease.actors().members().ifPresent(actor -> attributes.put(MEMBERS_BY, Values.text(actor.text())));
        AccountRows.number(lease.shard()).ifPresent(shard -> attributes.put(SHARD, shard));
        AccountRows.number(lease.extensions()).ifPresent(count -> attributes.put(EXTENSIONS, count));
        lease.terms().minutes().ifPresent(minutes -> attributes.put(ASKED_MINUTES, Values.number(minutes)));
        lease.terms().account().ifPresent(account -> attributes.put(ASKED_ACCOUNT, Values.text(account.value())));
        lease.terms().template().ifPresent(name -> attributes.put(ASKED_TEMPLATE, Values.text(name)));
        if (!lease.terms().labels().isEmpty()) {
            attributes.put(LABELS, Values.texts(lease.terms().labels()));
        }
        attributes.putAll(TemplateRows.limits(lease.limits()).attributes());
        attributes.putAll(usage(lease.usage()).attributes());
        return new Item(attributes);
    }

    private static Item usage(LeaseUsage usage) {
        Item.Builder item = Item.builder();
        members(usage).ifPresent(members -> item.value(MEMBERS, members));
        warned(usage).ifPresent(warned -> item.value(WARNED, warned));
        usage.spend().ifPresent(spend -> item.value(SPEND, spend(spend)));
        AccountRows.number(usage.reached()).ifPresent(reached -> item.value(REACHED, reached));
        usage.issued().ifPresent(issued -> item.text(ISSUED, Times.format(issued)));
        AccountRows.number(usage.changes()).ifPresent(changes -> item.value(CHANGES, changes));
        return item.build();
    }

    /** Adds to an update of a lease all of its usage. */
    static ItemUpdate set(ItemUpdate update, LeaseUsage usage) {
        return update.setOrRemove(MEMBERS, members(usage))
                .setOrRemove(WARNED, warned(usage))
                .setOrRemove(SPEND, usage.spend().map(LeaseRows::spend))
                .setOrRemove(REACHED, AccountRows.number(usage.reached()))
                .setOrRemove(ISSUED, usage.issued().map(issued -> Values.text(Times.format(issued))))
                .setOrRemove(CHANGES, AccountRows.number(usage.changes()));
    }

    private static Optional<AttributeValue> members(LeaseUsage usage) {
        return usage.members().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Values.texts(usage.members().stream().map(UserId::value).toList()));
    }

    private static Optional<AttributeValue> warned(LeaseUsage usage) {
        return usage.warned().isEmpty()
                ? Optional.empty()
                : Optional.of(Values.numbers(
                        usage.warned().stream().map(Integer::longValue).toList()));
    }

    private static AttributeValue spend(Spend spend) {
        return AttributeValue.fromM(Map.of(
                AMOUNT, Values.text(spend.amount().toPlainString()),
                CURRENCY, Values.text(spend.currency()),
                AS_OF, Values.text(Times.format(spend.asOf()))));
    }

    /** Returns the stored expiry of a lease. */
    static Optional<AttributeValue> expires(Lease lease) {
        return lease.expires().equals(Lease.NEVER)
                ? Optional.empty()
                : Optional.of(Values.text(Times.format(lease.expires())));
    }

    static LeaseId idOf(Item item) {
        return new LeaseId(PoolKey.find(item.text(PK)).orElseThrow().id());
    }

    static Lease toLease(Item item) {
        return toLease(idOf(item), item);
    }

    static Lease toLease(LeaseId id, Item item) {
        Item data = data(item);
        return new Lease(
                id,
                AccountId.parse(data.text(ACCOUNT)),
                user(data.text(USER)),
                // Leases of the original table design have neither time.
                item.findText(CREATED).map(LeaseRows::time).orElse(Lease.UNKNOWN),
                data.attributes().containsKey(EXPIRES) ? time(data.text(EXPIRES)) : Lease.NEVER,
                AccountRows.wholeNumber(item, EXTENSIONS),
                new Terms(
                        item.findNumber(ASKED_MINUTES).map(Long::intValue),
                        item.findText(ASKED_ACCOUNT).map(AccountId::new),
                        ItemFields.text(item, ASKED_TEMPLATE),
                        new TreeSet<>(ItemFields.texts(item, LABELS))),
                AccountRows.shardIn(item),
                new Lease.Actors(item.findActor(CREATED_BY), item.findActor(EXTENDED_BY), item.findActor(MEMBERS_BY)),
                TemplateRows.limitsIn(item),
                usageIn(item));
    }

    private static LeaseUsage usageIn(Item item) {
        return new LeaseUsage(
                ItemFields.texts(item, MEMBERS).stream()
                        .map(LeaseRows::user)
                        .collect(Collectors.toCollection(TreeSet::new)),
                ItemFields.map(item, SPEND).map(LeaseRows::spendIn),
                AccountRows.wholeNumber(item, REACHED),
                ItemFields.numbers(item, WARNED).stream()
                        .map(Math::toIntExact)
                        .collect(Collectors.toCollection(TreeSet::new)),
                ItemFields.text(item, ISSUED).map(LeaseRows::time),
                AccountRows.wholeNumber(item, CHANGES));
    }

    private static Spend spendIn(Item spend) {
        return new Spend(
                Budget.parseAmount(spend.text(AMOUNT)),
                Budget.parseCurrency(spend.text(CURRENCY)),
                time(spend.text(AS_OF)));
    }

    /** Reads the id of a user in its normal form; with any other id, no request could reach the lease. */
    private static UserId user(String text) {
        UserId user = UserId.parse(text);
        if (!user.value().equals(text)) {
            throw new InvalidValueException("a user id that is not in its normal form");
        }
        return user;
    }

    /** Reads a time in any form of ISO-8601, because operators may correct it by hand. */
    private static Instant time(String text) {
        return Times.parseAnyForm(text).truncatedTo(ChronoUnit.MILLIS);
    }

    static EndedLease toEnded(LeaseId id, Item item) {
        return new EndedLease(
                toLease(id, item),
                EndReason.parse(item.text(END_REASON)),
                time(item.text(ENDED)),
                item.findActor(ENDED_BY).map(actor -> new Cause(actor, item.findText(NOTE))));
    }

    /** Returns the data of a user's item while the user has a lease. */
    static AttributeValue holding(Lease lease) {
        return AttributeValue.fromM(Map.of(
                LEASE, Values.text(lease.id().value()),
                ACCOUNT, Values.text(lease.account().value())));
    }

    /** Returns the lease that a user's item names. */
    static Optional<LeaseId> heldBy(Item user) {
        return user.attributes().containsKey(DATA) ? data(user).findText(LEASE).map(LeaseId::new) : Optional.empty();
    }

    static Item data(Item item) {
        AttributeValue data = item.attributes().get(DATA);
        return new Item(data == null || !data.hasM() ? Map.of() : data.m());
    }
}
