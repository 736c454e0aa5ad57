package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.WriteOutcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** The answers of operations on values. */
final class ValueAnswer {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueAnswer() {}

    /** Answers with a value as the body, and its entry in headers. */
    static Success value(Stored stored) {
        Entry entry = stored.entry();
        Success success = entry.contentType()
                // The writer chose the type; browsers must not guess another one.
                .map(type ->
                        HttpResponse.bytes(type, stored.payload().bytes()).with("x-content-type-options", "nosniff"))
                .orElseGet(() -> HttpResponse.json(200, stored.payload().text()));
        return success.withETag(entry.tag().toString()).with("last-modified", date(entry.updatedAt()));
    }

    static HttpResponse of(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(Entry entry, boolean created) ->
                HttpResponse.json(created ? 201 : 200, Json.write(EntryView.of(entry)))
                        .withETag(entry.tag().toString())
                        .with("last-modified", date(entry.updatedAt()));
            case WriteOutcome.Removed _ -> HttpResponse.noContent();
            case WriteOutcome.KeyNotFound _ -> Problems.keyNotFound();
            case WriteOutcome.AppNotFound _ -> Problems.appNotFound();
            case WriteOutcome.PreconditionFailed(Optional<ETag> current) -> Problems.preconditionFailed(current);
            case WriteOutcome.QuotaExceeded(QuotaCheck check) -> Problems.quotaExceeded(check);
            case WriteOutcome.InvalidDataType _ ->
                Problems.invalidDataType("Only an object can be patched, and the value is not an object.");
            case WriteOutcome.TooLarge(long bytes) -> Problems.valueTooLarge(bytes);
        };
    }

    static HttpResponse of(QuotaCheckOutcome outcome) {
        return switch (outcome) {
            case QuotaCheckOutcome.Checked(QuotaCheck check) ->
                HttpResponse.json(200, Json.writeWithNulls(QuotaCheckView.of(check)));
            case QuotaCheckOutcome.AppNotFound _ -> Problems.appNotFound();
            case QuotaCheckOutcome.PreconditionFailed(Optional<ETag> current) -> Problems.preconditionFailed(current);
        };
    }

    private static String date(Instant time) {
        return HTTP_DATE.format(time);
    }
}
