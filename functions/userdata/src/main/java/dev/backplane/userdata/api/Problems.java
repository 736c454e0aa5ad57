package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Fit;
import dev.backplane.userdata.Payload;
import java.util.Optional;

/** The service's problems that several operations answer. */
final class Problems {

    private Problems() {}

    static Refusal appNotFound() {
        return HttpResponse.problem(404, "APP_NOT_FOUND", "There is no such app.");
    }

    static Refusal keyNotFound() {
        return HttpResponse.problem(404, "KEY_NOT_FOUND", "There is nothing under this key.");
    }

    static Refusal invalidApp() {
        return HttpResponse.problem(400, "INVALID_APP", "The name is reserved and belongs to no app.");
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
        return HttpResponse.problem(
                Problem.of(413, "VALUE_TOO_LARGE", "The value is larger than " + Payload.MAX_BYTES + " bytes.")
                        .with("limitBytes", number(Payload.MAX_BYTES))
                        .with("sizeBytes", number(bytes)));
    }

    static Refusal quotaExceeded(Fit fit) {
        return HttpResponse.problem(
                Problem.of(409, "QUOTA_EXCEEDED", "The user's data would be more than the app's quota allows.")
                        .with("limitBytes", number(fit.limitBytes().orElseThrow()))
                        .with("usedBytes", number(fit.usedBytes().orElseThrow()))
                        .with("neededBytes", number(fit.neededBytes())));
    }

    static Refusal preconditionFailed(Optional<ETag> current) {
        return HttpResponse.preconditionFailed(current.map(ETag::toString));
    }

    private static Num number(long value) {
        return new Num(Long.toString(value));
    }
}
