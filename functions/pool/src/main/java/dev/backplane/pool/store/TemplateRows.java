package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.AMOUNT;
import static dev.backplane.pool.store.Attributes.AT_LIMIT;
import static dev.backplane.pool.store.Attributes.BUDGET;
import static dev.backplane.pool.store.Attributes.CURRENCY;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.MAX_EXTENSIONS;
import static dev.backplane.pool.store.Attributes.MAX_MINUTES;
import static dev.backplane.pool.store.Attributes.MINUTES;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.TEMPLATE;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.Label;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts templates from and to items, and the limits that leases keep of them. */
final class TemplateRows {

    private TemplateRows() {}

    static Item.Builder toItem(LeaseTemplate template) {
        Item.Builder item = Item.builder()
                .text(PK, PoolKey.ofTemplate(template.name()).toString())
                .number(MINUTES, template.duration().toMinutes())
                .texts(LABELS, template.labels());
        limits(template.limits()).attributes().forEach(item::value);
        return item;
    }

    /**
     * Reads a template.
     *
     * @throws InvalidValueException if the item is not one that {@link #toItem} returned
     */
    static LeaseTemplate toTemplate(Item item) {
        LeaseLimits limits = storedLimits(item);
        if (!PoolKey.ofTemplate(limits.template()).toString().equals(item.text(PK))) {
            throw new InvalidValueException("a template with the name of another");
        }
        return new LeaseTemplate(
                minutes(item, MINUTES, limits.longest()), limits, Label.parseAll(ItemFields.texts(item, LABELS)));
    }

    static Item limits(LeaseLimits limits) {
        Item.Builder item = Item.builder()
                .text(TEMPLATE, limits.template())
                .number(MAX_MINUTES, limits.longest().toMinutes())
                .number(MAX_EXTENSIONS, limits.maxExtensions());
        limits.budget().ifPresent(budget -> item.value(BUDGET, budget(budget)));
        return item.build();
    }

    private static AttributeValue budget(Budget budget) {
        return AttributeValue.fromM(Map.of(
                AMOUNT, Values.text(budget.amount().toPlainString()),
                CURRENCY, Values.text(budget.currency()),
                AT_LIMIT, Values.text(budget.atLimit().value())));
    }

    /** Reads the limits in an item; leases of earlier versions have none. */
    static LeaseLimits limitsIn(Item item) {
        return Stream.of(TEMPLATE, MAX_MINUTES, MAX_EXTENSIONS, BUDGET).anyMatch(item.attributes()::containsKey)
                ? storedLimits(item)
                : LeaseLimits.DEFAULT;
    }

    private static LeaseLimits storedLimits(Item item) {
        long extensions = item.number(MAX_EXTENSIONS);
        if (extensions < 0 || extensions > LeaseTemplate.MAX_EXTENSIONS) {
            throw new InvalidValueException("item whose " + MAX_EXTENSIONS + " is " + extensions);
        }
        return new LeaseLimits(
                item.text(TEMPLATE),
                minutes(item, MAX_MINUTES, Lease.LONGEST),
                (int) extensions,
                ItemFields.map(item, BUDGET).map(TemplateRows::budgetIn));
    }

    private static Duration minutes(Item item, String name, Duration longest) {
        long minutes = item.number(name);
        if (minutes < Lease.SHORTEST.toMinutes() || minutes > longest.toMinutes()) {
            throw new InvalidValueException("item whose " + name + " is " + minutes);
        }
        return Duration.ofMinutes(minutes);
    }

    private static Budget budgetIn(Item budget) {
        return new Budget(
                Budget.parseLimit(budget.text(AMOUNT)),
                Budget.parseCurrency(budget.text(CURRENCY)),
                AtLimit.parse(budget.text(AT_LIMIT)));
    }
}
