package dev.backplane.pool.api;

import dev.backplane.pool.Finding;
import dev.backplane.pool.Verification;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a verification as callers see it; {@code next} is added as JSON, because it is null at the end. */
@Json
record VerificationView(boolean consistent, List<Found> findings, int repaired, int checked) {

    /** One finding. */
    record Found(
            String kind,
            String id,
            List<String> lists,
            @Nullable String item,
            String message) {}

    static VerificationView of(Verification verification) {
        return new VerificationView(
                verification.isConsistent(),
                verification.findings().stream().map(VerificationView::found).toList(),
                verification.repaired(),
                verification.checked());
    }

    private static Found found(Finding finding) {
        return new Found(
                finding.kind().name(),
                finding.id(),
                finding.lists(),
                finding.item().orElse(null),
                finding.message());
    }
}
