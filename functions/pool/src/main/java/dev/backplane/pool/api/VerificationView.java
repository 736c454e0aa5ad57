package dev.backplane.pool.api;

import dev.backplane.pool.Finding;
import dev.backplane.pool.Verification;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a verification found as callers see it; where it goes on is added as JSON, because the end is null. */
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
