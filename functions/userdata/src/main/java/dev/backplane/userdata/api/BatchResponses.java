package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchOutcome.Failure;
import dev.backplane.userdata.BatchOutcome.Result;
import dev.backplane.userdata.BatchRead;
import dev.backplane.userdata.BatchRead.Found;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The responses of operations on several values. */
final class BatchResponses {

    private BatchResponses() {}

    /**
     * Returns values.
     *
     * <p>The body is encoded in base64, which makes it one third longer whatever it contains. As text it could become
     * twice as long, because it is a string in the function's response, with each of its quotes escaped.
     */
    static HttpResponse read(BatchRead read) {
        BatchKeysView keys = new BatchKeysView(KeysView.of(read.missing()), KeysView.of(read.unprocessed()));
        Map<String, String> values = new LinkedHashMap<>();
        for (Realm realm : Realm.values()) {
            values.put(realm.value(), array(read.found(), realm));
        }
        return HttpResponse.bytes("application/json", Json.write(keys, values).getBytes(StandardCharsets.UTF_8));
    }

    private static String array(List<Found> values, Realm realm) {
        return values.stream()
                .filter(found -> found.realm() == realm)
                .map(found -> value(found.stored()))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String value(Stored stored) {
        return Json.write(EntryView.listed(stored.entry()), member(stored));
    }

    /** Returns the member with a value: JSON as it is, a blob in base64, and none for a blob that an object contains. */
    static Map<String, String> member(Stored stored) {
        if (stored.entry().object().isPresent()) {
            return Map.of();
        }
        return stored.entry().contentType().isPresent()
                ? Map.of(
                        "base64",
                        '"'
                                + Base64.getEncoder()
                                        .encodeToString(stored.payload().bytes())
                                + '"')
                : Map.of("value", stored.payload().text());
    }

    static HttpResponse of(List<BatchChange> changes, BatchOutcome outcome) {
        return switch (outcome) {
            case BatchOutcome.Written(List<Result> results) -> HttpResponse.ok(BatchView.of(results));
            case BatchOutcome.AppNotFound _ -> Problems.appNotFound();
            case BatchOutcome.BeingRemoved(var refusal) -> Problems.beingRemoved(refusal);
            case BatchOutcome.PreconditionFailed(List<Failure> failures) -> failed(changes, failures);
            case BatchOutcome.QuotaExceeded(var check) -> Problems.quotaExceeded(check);
            case BatchOutcome.TooLarge(long bytes) -> Problems.batchTooLarge(bytes);
            case BatchOutcome.IdempotencyMismatch _ ->
                HttpResponse.problem(
                        409,
                        "IDEMPOTENCY_MISMATCH",
                        "An earlier request with the same Idempotency-Key had another body.");
        };
    }

    private static HttpResponse failed(List<BatchChange> changes, List<Failure> failures) {
        long puts = changes.stream()
                .filter(change -> change.edit() instanceof Edit.Replace)
                .count();
        List<JsonValue> entries = new ArrayList<>();
        for (Failure failure : failures) {
            Map<String, JsonValue> entry = new LinkedHashMap<>();
            entry.put(
                    "field",
                    new Text(
                            failure.index() < puts
                                    ? "puts[" + failure.index() + "]"
                                    : "deletes[" + (failure.index() - puts) + "]"));
            entry.put("key", new Text(failure.key().value()));
            entry.put(
                    "etag",
                    failure.current()
                            .<JsonValue>map(tag -> new Text("\"" + tag + '"'))
                            .orElseGet(Null::new));
            entries.add(new Obj(entry));
        }
        return HttpResponse.problem(
                Problem.of(412, "PRECONDITION_FAILED", "Some values do not match their preconditions; see entries.")
                        .with("entries", new Arr(entries)));
    }
}
