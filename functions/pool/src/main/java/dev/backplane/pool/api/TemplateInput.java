package dev.backplane.pool.api;

import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Members;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.Label;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseTemplate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A template in a request. */
final class TemplateInput {

    private static final InputType<Integer> MINUTES = Fields.DURATION;
    private static final InputType<Integer> EXTENSIONS = InputType.number(0, LeaseTemplate.MAX_EXTENSIONS);
    private static final InputType<BigDecimal> LIMIT = InputType.text(Budget::parseLimit);
    private static final InputType<AtLimit> AT_LIMIT = InputType.text(AtLimit::parse);

    private TemplateInput() {}

    static Supplier<LeaseTemplate> of(Input input) {
        Supplier<String> name = input.path("name", Fields.TEMPLATE);
        Supplier<Integer> minutes = input.body("durationMinutes", MINUTES);
        Supplier<Integer> longest = input.body("maxDurationMinutes", MINUTES);
        Supplier<Integer> extensions = input.body("maxExtensions", EXTENSIONS);
        Supplier<Optional<Budget>> budget = input.optionalObject("budget", TemplateInput::budget);
        Supplier<Optional<List<String>>> labels = input.optionalBody("labels", Fields.LABELS);
        input.require(
                () -> minutes.get() <= longest.get(), "durationMinutes", "must not be greater than maxDurationMinutes");
        return () -> new LeaseTemplate(
                Duration.ofMinutes(minutes.get()),
                new LeaseLimits(name.get(), Duration.ofMinutes(longest.get()), extensions.get(), budget.get()),
                Label.parseAll(labels.get().orElse(List.of())));
    }

    private static Supplier<Budget> budget(Members members) {
        Supplier<BigDecimal> amount = members.required("amount", LIMIT);
        Supplier<String> currency = members.required("currency", Fields.CURRENCY);
        Supplier<AtLimit> atLimit = members.required("atLimit", AT_LIMIT);
        return () -> new Budget(amount.get(), currency.get(), atLimit.get());
    }
}
