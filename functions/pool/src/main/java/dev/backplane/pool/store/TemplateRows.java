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

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseTemplate;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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

    static LeaseTemplate toTemplate(Item item) {
        return new LeaseTemplate(
                Duration.ofMinutes(item.number(MINUTES)), limitsIn(item), new TreeSet<>(item.texts(LABELS)));
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
                AT_LIMIT, Values.text(budget.atLimit().name().toLowerCase(Locale.ROOT))));
    }

    /** Reads the limits in an item; leases of earlier versions have none. */
    static LeaseLimits limitsIn(Item item) {
        return item.attributes().containsKey(TEMPLATE)
                ? new LeaseLimits(
                        item.text(TEMPLATE),
                        Duration.ofMinutes(item.number(MAX_MINUTES)),
                        AccountRows.wholeNumber(item, MAX_EXTENSIONS),
                        item.attributes().containsKey(BUDGET)
                                ? Optional.of(budgetIn(item.map(BUDGET)))
                                : Optional.empty())
                : LeaseLimits.DEFAULT;
    }

    private static Budget budgetIn(Item budget) {
        return new Budget(
                Budget.parseLimit(budget.text(AMOUNT)),
                budget.text(CURRENCY),
                budget.text(AT_LIMIT).equals("end") ? AtLimit.END : AtLimit.ALERT);
    }
}
