package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.userdata.Quota;
import java.util.Optional;
import java.util.function.Function;

/** Reads quotas; an invalid quota has its own problem code. */
final class Quotas {

    private Quotas() {}

    static HttpResponse read(Optional<JsonValue> quota, long maximum, Function<Optional<Long>, HttpResponse> then) {
        Optional<Long> bytes;
        try {
            bytes = quota.map(value -> Quota.parse(value, maximum));
        } catch (InvalidValueException e) {
            return Problems.invalidQuota(String.valueOf(e.getMessage()));
        }
        return then.apply(bytes);
    }
}
