package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Fit;
import dev.backplane.userdata.FitOutcome;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.WriteOutcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** The answers of the operations on values. */
final class Answers {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Answers() {}

    /** A value is its own answer; what is known about it is in headers. */
    static Success value(Stored stored) {
        Entry entry = stored.entry();
        Success success = entry.contentType()
                // The type is whatever the writer said; no browser is to take it for anything else.
                .map(type ->
                        HttpResponse.bytes(type, stored.payload().bytes()).with("x-content-type-options", "nosniff"))
                .orElseGet(() -> HttpResponse.json(200, stored.payload().text()));
        return success.withETag(entry.tag().toString()).with("last-modified", date(entry.updatedAt()));
    }

    static HttpResponse of(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(Entry entry, boolean created) ->
                HttpResponse.json(created ? 201 : 200, Views.written(entry))
                        .withETag(entry.tag().toString())
                        .with("last-modified", date(entry.updatedAt()));
            case WriteOutcome.Removed _ -> HttpResponse.noContent();
            case WriteOutcome.KeyNotFound _ -> Problems.keyNotFound();
            case WriteOutcome.AppNotFound _ -> Problems.appNotFound();
            case WriteOutcome.PreconditionFailed(Optional<ETag> current) -> Problems.preconditionFailed(current);
            case WriteOutcome.QuotaExceeded(Fit fit) -> Problems.quotaExceeded(fit);
            case WriteOutcome.InvalidDataType _ ->
                Problems.invalidDataType("Only an object can be merged into, and the value is none.");
            case WriteOutcome.TooLarge(long bytes) -> Problems.valueTooLarge(bytes);
        };
    }

    static HttpResponse of(FitOutcome outcome) {
        return switch (outcome) {
            case FitOutcome.Tried(Fit fit) -> HttpResponse.json(200, Views.fit(fit));
            case FitOutcome.AppNotFound _ -> Problems.appNotFound();
            case FitOutcome.PreconditionFailed(Optional<ETag> current) -> Problems.preconditionFailed(current);
        };
    }

    private static String date(Instant time) {
        return HTTP_DATE.format(time);
    }
}
