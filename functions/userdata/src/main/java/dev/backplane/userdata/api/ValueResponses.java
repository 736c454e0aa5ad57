package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.store.BlobObjects;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
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
     * Returns a value that an object contains: a link to it, or with HEAD only its entry.
     *
     * @param redirect whether the response leads to the link
     */
    static Success object(HttpRequest request, Stored stored, BlobObjects.Link link, boolean redirect) {
        Entry entry = stored.entry();
        String type = entry.contentType().orElseThrow();
        if (request.isHead()) {
            return withMetadata(new Success(200, Map.of("content-type", type), Optional.empty()), entry);
        }
        LinkView view = new LinkView(link.url().toString(), Times.format(link.expiresAt()));
        Success success = HttpResponse.json(redirect ? 302 : 200, Json.write(view));
        return withMetadata(redirect ? success.with("location", view.url()) : success, entry);
    }

    /** Returns the headers with which S3 delivers a blob, in place of its own. */
    static Map<String, String> delivery(Stored stored) {
        return isInert(stored.entry().contentType().orElseThrow())
                ? Map.of()
                : Map.of("content-disposition", "attachment");
    }

    /**
     * Returns a blob. Its writer chose the type: a page or an image with scripts would run in the origin of the API, so
     * browsers save what is not inert instead of showing it, and sandbox it if they show it anyway.
     */
    private static Success blob(String type, byte[] bytes) {
        Success success = HttpResponse.bytes(type, bytes);
        return isInert(type)
                ? success
                : success.with("content-disposition", "attachment").with("content-security-policy", "sandbox");
    }

    private static boolean isInert(String type) {
        return INERT.matcher(type).matches();
    }

    private static Success withMetadata(Success success, Entry entry) {
        Success described = success.withETag(entry.tag().toString()).with("last-modified", date(entry.updatedAt()));
        return entry.expiresAt()
                .map(time -> described.with("expires-at", Times.format(time)))
                .orElse(described);
    }

    static HttpResponse completed(Entry entry) {
        return withMetadata(HttpResponse.json(200, Json.write(EntryView.written(entry))), entry);
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
