package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExecutionsPageTest {

    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00.250Z");

    private final ExecutionStore store =
            new ExecutionStore(new ExecutionJournal(Optional.empty()), () -> NOW.plusMillis(40));
    private final ExecutionsPage page = new ExecutionsPage(store);

    @Test
    void list_showsTheNewestFirst() throws StepFunctionsException {
        Execution first = begin("tenant-a", "create");
        begin("b", "delete");
        store.end(first, ExecutionEnd.succeeded(NOW.plusMillis(1_540), "{}"));

        assertThat(text("/_backplane/executions").lines())
                .containsExactly(
                        "NAME      MACHINE  STATUS     STARTED (UTC)        TOOK",
                        "b         delete   RUNNING    2026-01-05 10:00:00  so far",
                        "tenant-a  create   SUCCEEDED  2026-01-05 10:00:00  1.5 s");
    }

    @Test
    void list_whenThereAreNone_saysSo() {
        assertThat(text("/_backplane/executions")).isEqualTo("There are no executions yet.\n");
    }

    @Test
    void one_showsItsHistory() throws StepFunctionsException {
        Execution execution = begin("tenant-a", "create");
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.putObject("stateEnteredEventDetails").put("name", "WriteStarted");
        execution.add(1, "TaskStateEntered", details);
        store.end(
                execution,
                ExecutionEnd.without(
                        ExecutionStatus.FAILED, NOW.plusSeconds(2), Optional.of("Broken"), Optional.of("on\npurpose")));

        assertThat(text("/_backplane/executions/tenant-a").lines())
                .containsExactly(
                        "Name     tenant-a",
                        "Machine  create",
                        "ARN      arn:aws:states:us-east-1:000000000000:execution:create:tenant-a",
                        "Status   FAILED",
                        "Started  2026-01-05 10:00:00 UTC, took 2.0 s",
                        "Input    {\"n\": 1}",
                        "Error    Broken",
                        "Cause    on purpose",
                        "",
                        "    0.000 s     1  ExecutionStarted        ",
                        "    0.040 s     2  TaskStateEntered          WriteStarted",
                        "    2.000 s     3  ExecutionFailed           Broken on purpose");
        assertThat(text("/_backplane/executions/" + execution.arn())).contains("WriteStarted");
    }

    @Test
    void programs_getJson() throws StepFunctionsException {
        Execution execution = begin("tenant-a", "create");
        store.end(execution, ExecutionEnd.succeeded(NOW.plusMillis(1_540), "{}"));

        assertThat(json("/_backplane/executions"))
                .contains("\"items\":[{\"name\":\"tenant-a\",\"machine\":\"create\"", "\"durationMillis\":1540");
        assertThat(json("/_backplane/executions/tenant-a"))
                .contains("\"output\":\"{}\"", "\"type\":\"ExecutionSucceeded\"");
    }

    @Test
    void one_thatIsNotThere_isNotFound() {
        assertThat(page.answer(request("/_backplane/executions/gone", Map.of())).map(LocalResponse::status))
                .contains(404);
    }

    @Test
    void page_isNotForOtherPathsNorForWebPages() {
        assertThat(page.answer(request("/tenants", Map.of()))).isEmpty();
        assertThat(page.answer(request(
                                "/_backplane/executions", Map.of("origin", List.of("https://elsewhere.example"))))
                        .map(LocalResponse::status))
                .contains(403);
    }

    private Execution begin(String name, String machine) throws StepFunctionsException {
        return store.register(new Start(WorkflowsCloud.arn(machine), "role", name, "{\"n\": 1}", NOW))
                .execution();
    }

    private String json(String path) {
        return page.answer(request(path, Map.of("accept", List.of("application/json"))))
                .orElseThrow()
                .body()
                .text();
    }

    private String text(String path) {
        return page.answer(request(path, Map.of())).orElseThrow().body().text();
    }

    private static LocalRequest request(String path, Map<String, List<String>> headers) {
        return new LocalRequest(
                "GET", path, "", headers, Body.EMPTY, new LocalRequest.Client("127.0.0.1", "HTTP/1.1"), NOW);
    }
}
