package dev.backplane.local.lambda.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.QueueMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QueueBatchResultTest {

    private static final List<QueueMessage> BATCH = Stream.of("a", "b", "c")
            .map(id -> new QueueMessage(id, "receipt", JsonNodeFactory.instance.objectNode()))
            .toList();

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "{\"batchItemFailures\":null}", "{\"batchItemFailures\":[]}"})
    void done_whenNothingIsReported_isAll(String answer) {
        assertThat(done(answer, true)).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no JSON",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
                "{\"batchItemFailures\":[{\"messageId\":\"a\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"a\"},{\"itemIdentifier\":\"not in the batch\"}]}"
            })
    void done_whenTheReportMakesNoSense_isNone(String answer) {
        assertThat(done(answer, true)).isEmpty();
    }

    @Test
    void done_whenSomeAreReported_isTheOthers() {
        assertThat(done("{\"batchItemFailures\":[{\"itemIdentifier\":\"c\"},{\"itemIdentifier\":\"a\"}]}", true))
                .containsExactly("b");
    }

    @Test
    void done_whenReportsAreNotAskedFor_isAll() {
        assertThat(done("{\"batchItemFailures\":[{\"itemIdentifier\":\"c\"}]}", false))
                .containsExactly("a", "b", "c");
    }

    private static List<String> done(String answer, boolean reportsItemFailures) {
        return QueueMessage.ids(QueueBatchResult.done(
                BATCH, InvocationResult.succeeded("r", answer.getBytes(StandardCharsets.UTF_8)), reportsItemFailures));
    }
}
