package dev.backplane.platform.queues;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.tests.EventLoader;
import dev.backplane.platform.Platform;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.Resources;
import dev.backplane.testing.TestPlatform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqsHandlerTest {

    private static final String FILE = "events/queue-batch.json";
    private static final String FIRST = "059f36b4-87a3-44ab-83d2-661975830a7d";

    private final TestPlatform platform = TestPlatform.withoutAws();
    private final ThingQueueHandler handler = new ThingQueueHandler(platform.platform());

    /** Records its messages, and fails for some. */
    private static final class ThingQueueHandler extends SqsHandler {

        private final List<SqsMessage> handled = new ArrayList<>();
        private String failing = "none";

        ThingQueueHandler(Platform platform) {
            super(platform, "things");
        }

        @Override
        protected void handle(SqsMessage message) {
            handled.add(message);
            if (message.messageId().equals(failing)) {
                throw new IllegalStateException("cannot handle it");
            }
        }
    }

    @Test
    void messages_areReadAsAwsReadsThem() {
        SQSEvent theirs = EventLoader.loadSQSEvent(FILE);

        assertThat(Invoke.with(handler, Resources.text(FILE))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(handler.handled).hasSize(2);
        for (int i = 0; i < 2; i++) {
            SQSEvent.SQSMessage message = theirs.getRecords().get(i);
            assertThat(handler.handled.get(i).messageId()).isEqualTo(message.getMessageId());
            assertThat(handler.handled.get(i).body()).isEqualTo(message.getBody());
            assertThat(handler.handled.get(i).receives())
                    .isEqualTo(Integer.parseInt(message.getAttributes().get("ApproximateReceiveCount")));
        }
        assertThat(handler.handled.getLast().body()).isEqualTo("plain");
    }

    @Test
    void messageThatFails_isNamedAsLambdaReadsIt_andTheOthersAreHandled() {
        handler.failing = FIRST;

        String answer = Invoke.with(handler, Resources.text(FILE));
        SQSBatchResponse read = LambdaEventSerializers.serializerFor(
                        SQSBatchResponse.class, getClass().getClassLoader())
                .fromJson(answer);
        assertThat(read.getBatchItemFailures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.getItemIdentifier()).isEqualTo(FIRST));
        assertThat(handler.handled).hasSize(2);
        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThatJson(line).isObject().containsEntry("operation", "ThingQueue");
            assertThatJson(line).node("outcome").isEqualTo("FAULT");
            assertThatJson(line).node("messages").isEqualTo(2);
            assertThat(line).contains("cannot handle it");
        });
    }

    @Test
    void emptyBatch_namesNoMessage() {
        assertThat(Invoke.with(handler, "{\"Records\":[]}")).isEqualTo("{\"batchItemFailures\":[]}");
    }

    @Test
    void batchThatIsNoBatch_failsAsAWholeAndIsLogged() {
        assertThatThrownBy(() -> Invoke.with(handler, "no batch")).isInstanceOf(RuntimeException.class);
        assertThat(platform.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"outcome\":\"FAULT\""));
    }

    @Test
    void bodyThatIsLong_isReadWhole() {
        String body = "é\\n\\\"".repeat(80_000);
        Invoke.with(handler, "{\"Records\":[{\"messageId\":\"m\",\"body\":\"" + body + "\"}]}");

        assertThat(handler.handled.getFirst().body()).isEqualTo("é\n\"".repeat(80_000));
    }

    @Test
    void messageThatDoesNotSayHowOftenItCame_countsAsNew() {
        Invoke.with(handler, "{\"Records\":[{\"messageId\":\"m\",\"body\":\"b\",\"attributes\":{}}]}");

        assertThat(handler.handled.getFirst().receives()).isEqualTo(1);
    }
}
