package dev.backplane.local;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudwatch.LogEvent;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.http.RequestOrigin;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.util.List;
import java.util.Optional;

/**
 * What the local suite did, for the local pages of the console: log lines and denied calls. Tables, queues and executions
 * are available from the AWS APIs on the same port.
 */
final class InspectionApi {

    private static final String LOGS = "/_backplane/logs";
    private static final String DENIALS = "/_backplane/denials";
    private static final int MAX_LINES = 300;
    private static final int MAX_DENIALS = 100;

    private final LogGroups logs;
    private final Iam iam;

    InspectionApi(LogGroups logs, Iam iam) {
        this.logs = logs;
        this.iam = iam;
    }

    /** Returns the response, if the path belongs to this API. */
    Optional<LocalResponse> answer(LocalRequest request) {
        if (!request.path().equals(LOGS) && !request.path().equals(DENIALS)) {
            return Optional.empty();
        }
        if (RequestOrigin.isCrossSite(request)) {
            return Optional.of(LocalResponse.message(403, "Requests from other sites may not read the local suite"));
        }
        return Optional.of(request.path().equals(LOGS) ? lines(request) : items(denials()));
    }

    private ArrayNode denials() {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        iam.denials().reversed().stream().limit(MAX_DENIALS).forEach(denial -> add(items, denial));
        return items;
    }

    private static void add(ArrayNode items, Denial denial) {
        items.addObject()
                .put("principal", denial.principal())
                .put("action", denial.access().action())
                .put("resource", denial.access().resource())
                .put("reason", denial.reason());
    }

    /** Returns the groups, or with {@code group} its latest lines, oldest first. */
    private LocalResponse lines(LocalRequest request) {
        List<String> groups;
        try {
            groups = Form.parse(request.query()).getOrDefault("group", List.of());
        } catch (BadEscapeException bad) {
            return LocalResponse.message(400, "Invalid query");
        }
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        if (groups.isEmpty()) {
            logs.names().forEach(name -> items.addObject().put("name", name));
            return items(items);
        }
        if (!logs.has(groups.getFirst())) {
            return LocalResponse.message(404, "There is no such log group");
        }
        List<LogEvent> lines = logs.lines(groups.getFirst());
        lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size())
                .forEach(line -> items.addObject()
                        .put("at", line.time().toString())
                        .put("stream", line.stream())
                        .put("message", line.message()));
        return items(items);
    }

    private static LocalResponse items(ArrayNode items) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("items", items);
        return LocalResponse.json(200, body)
                .with("cache-control", "no-store")
                .with("x-content-type-options", "nosniff");
    }
}
