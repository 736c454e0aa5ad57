package dev.backplane.platform.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.Platform;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TaskHandlerTest {

    private final TestPlatform test = TestPlatform.withoutAws();

    /** Returns its input, or fails on request. */
    private static final class EchoHandler extends TaskHandler<SqsMessage> {

        EchoHandler(Platform platform) {
            super(platform, "things", SqsMessage.class);
        }

        @Override
        protected Object handle(SqsMessage task, Context context) {
            if (task.messageId().equals("fail")) {
                throw new IllegalStateException("told to");
            }
            return task;
        }
    }

    @Test
    void task_isAnsweredAndLogged() {
        String task = "{\"messageId\":\"m\",\"body\":\"b\"}";
        assertThat(Invoke.with(new EchoHandler(test.platform()), task)).isEqualTo(task);
        assertThat(test.lines())
                .singleElement()
                .asString()
                .contains("\"service\":\"things\",\"operation\":\"Echo\",\"requestId\":\"" + Invoke.REQUEST_ID
                        + "\",\"outcome\":\"SUCCESS\"");
    }

    @Test
    void task_hasTheTimeOfItsInvocation() {
        AtomicReference<Optional<Duration>> left = new AtomicReference<>();
        TaskHandler<SqsMessage> handler = new TaskHandler<>(test.platform(), "things", SqsMessage.class) {
            @Override
            protected Object handle(SqsMessage task, Context context) {
                left.set(Deadline.left());
                return task;
            }
        };

        Invoke.with(handler, "{\"messageId\":\"m\",\"body\":\"b\"}", Invoke.contextWith(1_000));

        assertThat(left.get()).contains(Duration.ZERO);
    }

    @Test
    void task_thatFails_failsTheInvocation_andIsLogged() {
        EchoHandler handler = new EchoHandler(test.platform());
        assertThatThrownBy(() -> Invoke.with(handler, "{\"messageId\":\"fail\",\"body\":\"b\"}"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("told to");
        assertThat(test.lines()).singleElement().asString().contains("\"outcome\":\"FAULT\"", "told to");
    }
}
