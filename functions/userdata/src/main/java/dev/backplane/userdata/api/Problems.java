package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.Removal;
import java.util.Optional;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal appNotFound() {
        return HttpResponse.problem(404, "APP_NOT_FOUND", "There is no such app.");
    }

    static Refusal keyNotFound() {
        return HttpResponse.problem(404, "KEY_NOT_FOUND", "There is no value with this key.");
    }

    static Refusal uploadNotFound() {
        return HttpResponse.problem(
                404, "UPLOAD_NOT_FOUND", "There is no such upload for this key, or it has expired.");
    }

    static Refusal noLink() {
        return HttpResponse.problem(409, "NO_LINK", "The blob is small, so it has no link. Read it without link.");
    }

    static Refusal invalidApp() {
        return HttpResponse.problem(400, "INVALID_APP", "The app name is reserved.");
    }

    static Refusal invalidQuota(String message) {
        return HttpResponse.problem(400, "INVALID_QUOTA", "The quota " + message + ".");
    }

    static Refusal invalidDataType(String detail) {
        return HttpResponse.problem(409, "INVALID_DATA_TYPE", detail);
    }

    static Refusal numberOutOfRange(int status) {
        return HttpResponse.problem(
                status,
                "NUMBER_OUT_OF_RANGE",
                "The number would need more than " + CounterNumber.MAX_DIGITS + " digits, or is too large or small.");
    }

    static Refusal valueTooLarge(long bytes) {
        return valueTooLarge(Payload.MAX_BYTES, bytes);
    }

    static Refusal valueTooLarge(int limit, long bytes) {
        return HttpResponse.problem(tooLarge(limit, bytes));
    }

    /** Names the value of a batch that is too large. */
    static Refusal valueTooLarge(DataKey key, long bytes) {
        return HttpResponse.problem(tooLarge(Payload.MAX_BYTES, bytes).with("key", key.value()));
    }

    static Refusal batchTooLarge(long bytes) {
        return HttpResponse.problem(Problem.of(
                        413,
                        "BATCH_TOO_LARGE",
                        "The new and the replaced values together are too large. Write fewer at once.")
                .with("limitBytes", number(BatchWrite.MAX_BYTES))
                .with("sizeBytes", number(bytes)));
    }

    private static Problem tooLarge(int limit, long bytes) {
        return Problem.of(413, "VALUE_TOO_LARGE", "The value is larger than " + limit + " bytes.")
                .with("limitBytes", number(limit))
                .with("sizeBytes", number(bytes));
    }

    static Refusal quotaExceeded(QuotaCheck check) {
        return HttpResponse.problem(Problem.of(409, "QUOTA_EXCEEDED", "The user's data would exceed the app's quota.")
                .with("limitBytes", number(check.limitBytes().orElseThrow()))
                .with("usedBytes", number(check.usedBytes().orElseThrow()))
                .with("neededBytes", number(check.neededBytes())));
    }

    static Refusal beingRemoved(Removal.Refusal refusal) {
        return HttpResponse.problem(
                409,
                refusal.name(),
                switch (refusal) {
                    case USER_BEING_ERASED -> "The data of the user is being erased.";
                    case APP_BEING_PURGED -> "The app is being purged.";
                });
    }

    static Refusal preconditionFailed(Optional<ETag> current) {
        return HttpResponse.preconditionFailed(current.map(ETag::toString));
    }

    private static Num number(long value) {
        return new Num(Long.toString(value));
    }
}
