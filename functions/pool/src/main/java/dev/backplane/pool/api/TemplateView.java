package dev.backplane.pool.api;

import dev.backplane.pool.LeaseTemplate;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A template as callers see it. */
@Json
record TemplateView(
        String name,
        long durationMinutes,
        long maxDurationMinutes,
        int maxExtensions,
        @Nullable BudgetView budget,
        List<String> labels) {

    static TemplateView of(LeaseTemplate template) {
        return new TemplateView(
                template.name(),
                template.duration().toMinutes(),
                template.limits().longest().toMinutes(),
                template.limits().maxExtensions(),
                template.limits().budget().map(BudgetView::of).orElse(null),
                List.copyOf(template.labels()));
    }
}
