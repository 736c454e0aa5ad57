package dev.backplane.platform.schedules;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ScheduleHandlerTest {

    private static final String EVENT = "{\"detail-type\":\"Scheduled Event\"}";

    private final TestPlatform platform = TestPlatform.withoutAws();

    private static final class SweepThingsHandler extends ScheduleHandler {

        private final Consumer<Invocation> work;

        SweepThingsHandler(Platform platform, Consumer<Invocation> work) {
            super(platform, "things");
            this.work = work;
        }

        @Override
        protected void handle(Invocation invocation) {
            work.accept(invocation);
        }
    }

    private String invoke(Consumer<Invocation> work) {
        return Invoke.with(new SweepThingsHandler(platform.platform(), work), EVENT);
    }

    @Test
    void schedule_isAnsweredWithNothing_andLoggedOnce() {
        assertThat(invoke(invocation -> invocation.note("swept", 3))).isEmpty();
        assertThat(platform.lines())
                .singleElement()
                .satisfies(line -> assertThatJson(line)
                        .isObject()
                        .containsEntry("service", "things")
                        .containsEntry("operation", "SweepThings")
                        .containsEntry("outcome", "SUCCESS"));
    }

    @Test
    void schedule_hasTheTimeOfItsInvocation() {
        AtomicReference<Optional<Duration>> left = new AtomicReference<>();

        Invoke.with(
                new SweepThingsHandler(platform.platform(), _ -> left.set(Deadline.left())),
                EVENT,
                Invoke.contextWith(1_000));

        assertThat(left.get()).contains(Duration.ZERO);
    }

    @Test
    void failure_thatDoesNotStopTheWork_isAFault() {
        assertThat(invoke(invocation -> invocation.failed(new IllegalStateException("one of many"))))
                .isEmpty();
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
    }

    @Test
    void failure_ofTheWork_isAFaultThatLambdaSees() {
        assertThatThrownBy(() -> invoke(_ -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
    }
}
