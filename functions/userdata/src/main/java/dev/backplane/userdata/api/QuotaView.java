package dev.backplane.userdata.api;

import dev.backplane.userdata.QuotaReport;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The quota and usage of a user, as callers see it; limit and remaining bytes are null when there is no quota. */
@Json
record QuotaView(
        @Nullable Long limitBytes,
        long usedBytes,
        @Nullable Long remainingBytes,
        long reservedBytes,
        long items,
        Count json,
        Count blob) {

    static QuotaView of(QuotaReport report) {
        Usage usage = report.usage();
        return new QuotaView(
                report.limitBytes().orElse(null),
                usage.bytes(),
                report.remainingBytes().orElse(null),
                usage.reserved().bytes(),
                usage.items(),
                usage.json(),
                usage.blob());
    }
}
