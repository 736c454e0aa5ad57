package dev.backplane.local.stepfunctions;

import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.http.RequestOrigin;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The executions as text or JSON, for {@code ./backplane executions}. */
public final class ExecutionsPage {

    private static final String PATH = "/_backplane/executions";
    private static final int MAX_LISTED = 50;

    private final ExecutionStore store;

    ExecutionsPage(ExecutionStore store) {
        this.store = store;
    }

    /** Returns the response, if the path belongs to this page. */
    public Optional<LocalResponse> answer(LocalRequest request) {
        if (request.path().equals(PATH)) {
            List<Execution> newest = newest(MAX_LISTED);
            return Optional.of(guarded(
                    request,
                    wantsJson(request)
                            ? LocalResponse.json(200, ExecutionJson.list(newest))
                            : text(200, ExecutionText.list(newest))));
        }
        return request.path().startsWith(PATH + "/")
                ? Optional.of(guarded(request, one(request, request.path().substring(PATH.length() + 1))))
                : Optional.empty();
    }

    private static LocalResponse guarded(LocalRequest request, LocalResponse answer) {
        return RequestOrigin.isCrossSite(request)
                ? text(403, "Requests from other sites may not read executions.\n")
                : answer;
    }

    private List<Execution> newest(int max) {
        return store.newestFirst().stream().limit(max).toList();
    }

    private static boolean wantsJson(LocalRequest request) {
        return request.header("accept").orElse("").contains("application/json");
    }

    private LocalResponse one(LocalRequest request, String encodedName) {
        String name;
        try {
            name = PercentEncoding.decodePath(encodedName);
        } catch (BadEscapeException bad) {
            return text(400, "Invalid execution name.\n");
        }
        // Executions of two machines may share a name; the ARN is unique.
        return store.newestFirst().stream()
                .filter(execution ->
                        execution.start().name().equals(name) || execution.arn().equals(name))
                .findFirst()
                .map(execution -> wantsJson(request)
                        ? LocalResponse.json(200, ExecutionJson.of(execution))
                        : text(200, ExecutionText.of(execution)))
                .orElseGet(() -> text(404, "There is no execution " + name + ".\n"));
    }

    private static LocalResponse text(int status, String text) {
        return new LocalResponse(status, Map.of("content-type", List.of("text/plain; charset=utf-8")), Body.of(text));
    }
}
