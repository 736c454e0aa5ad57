package dev.backplane.layers.api;

import dev.backplane.layers.Finding;
import dev.backplane.layers.Verification;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a verification as callers see it; {@code next} is added as JSON, because it is null at the end. */
@Json
record VerificationView(boolean consistent, List<Found> findings, int repaired, int checked) {

    /** One finding. */
    record Found(
            String kind,
            String region,
            String subject,
            @Nullable String expected,
            @Nullable String found,
            String message) {}

    static VerificationView of(Verification verification) {
        return new VerificationView(
                verification.findings().isEmpty(),
                verification.findings().stream().map(VerificationView::found).toList(),
                verification.repaired(),
                verification.checked());
    }

    private static Found found(Finding finding) {
        return new Found(
                finding.kind().name(),
                finding.region().value(),
                finding.subject(),
                finding.expected().orElse(null),
                finding.found().orElse(null),
                finding.kind().message());
    }
}
