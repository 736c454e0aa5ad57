package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
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
import java.util.regex.Pattern;

/** The responses of operations on values. */
final class ValueResponses {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /**
     * The types that browsers show without running anything. SVG, HTML and PDF are not among them, nor is any type with
     * {@code +}: browsers parse all that end in {@code +xml}, which may contain scripts.
     */
    private static final Pattern INERT = Pattern.compile(
            "(?:image/(?:png|jpeg|gif|webp|avif)|(?:audio|video)/[a-z0-9.-]+)(?:[ \\t]*;.*)?",
            Pattern.CASE_INSENSITIVE);

    private ValueResponses() {}

    /** Returns a value as the body, and its entry in headers. */
    static Success value(Stored stored) {
        Entry entry = stored.entry();
        Success success = entry.contentType()
                .map(type -> blob(type, stored.payload().bytes()))
                .orElseGet(() -> HttpResponse.json(200, stored.payload().text()));
        return withMetadata(success, entry);
    }

    /**
     * Returns a blob. Its writer chose the type: a page or an image with scripts would run in the origin of the API, so
     * browsers save what is not inert instead of showing it, and sandbox it if they show it anyway.
     */
    private static Success blob(String type, byte[] bytes) {
        Success success = HttpResponse.bytes(type, bytes);
        return INERT.matcher(type).matches()
                ? success
                : success.with("content-disposition", "attachment").with("content-security-policy", "sandbox");
    }

    private static Success withMetadata(Success success, Entry entry) {
        Success described = success.withETag(entry.tag().toString()).with("last-modified", date(entry.updatedAt()));
        return entry.expiresAt()
                .map(time -> described.with("expires-at", Times.format(time)))
                .orElse(described);
    }

    static HttpResponse of(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(Entry entry, boolean created) ->
                withMetadata(HttpResponse.json(created ? 201 : 200, Json.write(EntryView.written(entry))), entry);
            case WriteOutcome.Removed _ -> HttpResponse.noContent();
            case WriteOutcome.KeyNotFound _ -> Problems.keyNotFound();
            case WriteOutcome.AppNotFound _ -> Problems.appNotFound();
            case WriteOutcome.BeingRemoved(var refusal) -> Problems.beingRemoved(refusal);
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
