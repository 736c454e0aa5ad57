package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.userdata.Patch;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Reads a patch from a body, depending on its content type. */
final class PatchBody {

    private static final String JSON = "application/json";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private PatchBody() {}

    static HttpResponse read(HttpRequest request, Function<Patch, HttpResponse> then) {
        String type = request.header("content-type").orElse(JSON);
        int semicolon = type.indexOf(';');
        String mediaType =
                (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
        return switch (mediaType) {
            case JSON -> members(request.json(), then);
            case MERGE_PATCH -> then.apply(new Patch.Merge(request.json()));
            default ->
                new Refusal(
                        Problem.of(415, "UNSUPPORTED_MEDIA_TYPE", "A patch is " + JSON + " or " + MERGE_PATCH + "."),
                        Map.of("accept-patch", JSON + ", " + MERGE_PATCH));
        };
    }

    private static HttpResponse members(JsonValue body, Function<Patch, HttpResponse> then) {
        return body instanceof Obj members
                ? then.apply(new Patch.Members(members))
                : HttpResponse.problem(
                        400, "INVALID_JSON", "The body is not a JSON object: it is " + body.kind() + ".");
    }
}
