package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionAlreadyExistsException;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

class RestartTest {

    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    @Test
    void executions_surviveARestart_andThoseThatWereOpenAreAborted() {
        LocalCloud.Options options = WorkflowsCloud.options(folder).withData(data);
        String open;
        String ended;
        try (WorkflowsCloud flows = WorkflowsCloud.start(options)) {
            open = flows.begin("wait", "open", "{}");
            ended = flows.begin("echo", "ended", "{\"a\": 1}");
            flows.awaitEnd(ended);
        }

        try (WorkflowsCloud flows = WorkflowsCloud.start(options)) {
            assertThat(flows.describe(ended).output()).isEqualTo("{\"a\":1}");
            assertThatThrownBy(() -> flows.begin("echo", "ended", "{\"a\": 1}"))
                    .isInstanceOf(ExecutionAlreadyExistsException.class);
            DescribeExecutionResponse aborted = flows.awaitEnd(open);
            assertThat(aborted.status()).isEqualTo(ExecutionStatus.ABORTED);
            assertThat(aborted.cause()).contains("stopped while this execution was running");
            assertThat(flows.history(open)).containsExactly("ExecutionStarted", "ExecutionAborted");
            Eventually.assertThat(
                    () -> flows.statusChanges(open),
                    changes -> assertThat(changes)
                            .extracting(change -> change.path("status").asText())
                            .containsExactly("ABORTED"));
        }
    }
}
