package dev.backplane.userdata.api;

import dev.backplane.userdata.QuotaReport;
import dev.backplane.userdata.Usage;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The quota and usage of a user, as callers see it; limit and remaining bytes are null when there is no quota. */
@Json
record QuotaView(
        @Nullable Long limitBytes,
        long usedBytes,
        @Nullable Long remainingBytes,
        long items,
        CountView json,
        CountView blob) {

    static QuotaView of(QuotaReport report) {
        Usage usage = report.usage();
        return new QuotaView(
                report.limitBytes().orElse(null),
                usage.bytes(),
                report.remainingBytes().orElse(null),
                usage.items(),
                CountView.of(usage.json()),
                CountView.of(usage.blob()));
    }
}
