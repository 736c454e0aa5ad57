package dev.backplane.pool.api;

import dev.backplane.pool.Budget;
import io.avaje.jsonb.Json;

/** A budget as callers see it. */
@Json
record BudgetView(String amount, String currency, String atLimit) {

    static BudgetView of(Budget budget) {
        return new BudgetView(
                budget.amount().toPlainString(),
                budget.currency(),
                budget.atLimit().value());
    }
}
