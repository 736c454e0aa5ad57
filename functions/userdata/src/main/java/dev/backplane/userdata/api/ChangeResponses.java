package dev.backplane.userdata.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.ChangesOutcome.Changed;
import dev.backplane.userdata.ChangesOutcome.Changes;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The responses of the feed of changes. */
final class ChangeResponses {

    private ChangeResponses() {}

    /**
     * Returns the response for an outcome.
     *
     * @param cursor converts a position to the cursor that callers get
     */
    static HttpResponse of(ChangesOutcome outcome, Function<ChangeCursor, String> cursor) {
        return switch (outcome) {
            case Changes changes -> HttpResponse.json(200, page(changes, cursor));
            case ChangesOutcome.AppNotFound _ -> Problems.appNotFound();
            case ChangesOutcome.Off _ ->
                HttpResponse.problem(
                        409, "CHANGES_OFF", "The app has no feed of changes. An administrator can switch it on.");
            case ChangesOutcome.CursorExpired(ChangeCursor restart) ->
                HttpResponse.problem(Problem.of(
                                410,
                                "CURSOR_EXPIRED",
                                "Deletions after this position may be forgotten. Discard the copy and continue with restart.")
                        .with("restart", new Text(cursor.apply(restart))));
        };
    }

    private static String page(Changes changes, Function<ChangeCursor, String> cursor) {
        String items = changes.items().stream().map(ChangeResponses::item).collect(Collectors.joining(",", "[", "]"));
        return Json.write(
                new ChangeView.Position(cursor.apply(changes.next()), changes.more()), Map.of("items", items));
    }

    private static String item(Changed item) {
        ChangeView view = ChangeView.of(item);
        return item.value()
                .map(stored -> Json.write(view, BatchResponses.member(stored)))
                .orElseGet(() -> Json.write(view));
    }
}
