package dev.backplane.userdata.api;

import dev.backplane.userdata.QuotaCheck;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The result of a dry run, as callers see it; limit and usage are null when there is no quota. */
@Json
record QuotaCheckView(
        boolean fits, @Nullable Long limitBytes, @Nullable Long usedBytes, long neededBytes) {

    static QuotaCheckView of(QuotaCheck check) {
        return new QuotaCheckView(
                check.fits(), check.limitBytes().orElse(null), check.usedBytes().orElse(null), check.neededBytes());
    }
}
