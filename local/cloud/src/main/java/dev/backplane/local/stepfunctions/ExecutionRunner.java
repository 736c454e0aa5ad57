package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.run.History;
import dev.backplane.local.asl.run.Interpreter;
import dev.backplane.local.asl.run.IsoTime;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.asl.run.Tasks;
import dev.backplane.local.asl.run.Timing;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs executions on virtual threads and announces status changes. */
final class ExecutionRunner implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Random JITTER = new Random();
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final ExecutionStore store;
    private final Function<StateMachineResource, Tasks> tasks;
    private final Context context;
    private final Map<Execution, Thread> running = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param announce receives executions with a changed status */
    record Context(InstantSource clock, TimeScale speed, StateMachineLogs logs, Consumer<Execution> announce) {}

    ExecutionRunner(ExecutionStore store, Function<StateMachineResource, Tasks> tasks, Context context) {
        this.store = store;
        this.tasks = tasks;
        this.context = context;
    }

    /** Starts an execution. */
    void launch(StateMachineResource machine, Execution execution) {
        context.announce().accept(execution);
        Thread thread = Thread.ofVirtual().name(execution.arn()).unstarted(() -> supervise(machine, execution));
        running.put(execution, thread);
        thread.start();
        // It may have been stopped before it was in the map.
        if (closed || execution.end().isPresent()) {
            thread.interrupt();
        }
    }

    /** Ends an execution, unless it has ended already. */
    void stop(Execution execution, ExecutionEnd end) {
        finish(execution, end);
        Thread thread = running.get(execution);
        if (thread != null) {
            thread.interrupt();
        }
    }

    /**
     * Aborts the executions that an earlier process left running.
     *
     * <p>The position in a definition is not stored, so resuming would repeat completed work. AWS has no such case, but
     * users must handle aborted executions anyway.
     */
    void abortInterrupted() {
        store.interrupted()
                .forEach(execution -> finish(
                        execution,
                        ExecutionEnd.without(
                                ExecutionStatus.ABORTED,
                                context.clock().instant(),
                                Optional.of("LocalCloud.Stopped"),
                                Optional.of("The local cloud was stopped while this execution was running"))));
    }

    /** Waits for the result, at most for the machine's timeout. */
    private void supervise(StateMachineResource machine, Execution execution) {
        FutureTask<ExecutionEnd> work = new FutureTask<>(() -> run(machine, execution));
        Thread.ofVirtual().start(work);
        try {
            Optional<Duration> timeout = machine.states().timeout().map(context.speed()::timeout);
            ExecutionEnd end =
                    timeout.isPresent() ? work.get(timeout.get().toNanos(), TimeUnit.NANOSECONDS) : work.get();
            finish(execution, end);
        } catch (TimeoutException late) {
            finish(
                    execution,
                    ExecutionEnd.without(
                            ExecutionStatus.TIMED_OUT, now(), Optional.of(ErrorNames.TIMEOUT), Optional.empty()));
        } catch (ExecutionException bug) {
            finish(execution, failed(ErrorNames.RUNTIME, String.valueOf(bug.getCause())));
        } catch (InterruptedException stopped) {
            // A stopped execution has ended already. When the local cloud stops, the next start ends it.
        } finally {
            work.cancel(true);
            running.remove(execution);
        }
    }

    private ExecutionEnd run(StateMachineResource machine, Execution execution) throws InterruptedException {
        Interpreter interpreter = new Interpreter(tasks.apply(machine), timing(), JITTER);
        try {
            History history = context.logs().following(machine, execution);
            JsonNode input = JSON.readTree(execution.start().input());
            JsonNode output = interpreter.run(
                    machine.states(),
                    new Interpreter.Start(input, context(machine, execution.start(), input), history, 1));
            return ExecutionEnd.succeeded(now(), output.toString());
        } catch (StatesException failure) {
            return ExecutionEnd.without(ExecutionStatus.FAILED, now(), failure.error(), failure.cause());
        } catch (JacksonException checkedBefore) {
            return failed(ErrorNames.RUNTIME, "the input is not JSON");
        }
    }

    private ExecutionEnd failed(String error, String cause) {
        return ExecutionEnd.without(ExecutionStatus.FAILED, now(), Optional.of(error), Optional.of(cause));
    }

    private void finish(Execution execution, ExecutionEnd end) {
        if (!closed && store.end(execution, end)) {
            context.logs().ended(execution);
            context.announce().accept(execution);
            execution.ended().complete(end);
        }
    }

    private static ObjectNode context(StateMachineResource machine, Start start, JsonNode input) {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        context.putObject("Execution")
                .put("Id", start.arn())
                .put("Name", start.name())
                .put("RoleArn", start.roleArn())
                .put("StartTime", IsoTime.text(start.time()))
                .put("RedriveCount", 0)
                .set("Input", input);
        context.putObject("StateMachine").put("Id", machine.arn()).put("Name", machine.name());
        return context;
    }

    private Instant now() {
        return context.clock().instant();
    }

    private Timing timing() {
        return new Timing() {
            @Override
            public Instant now() {
                return ExecutionRunner.this.now();
            }

            @Override
            public void pause(Duration time) throws InterruptedException {
                Thread.sleep(context.speed().wait(time));
            }

            @Override
            public Duration allowance(Duration timeout) {
                return context.speed().timeout(timeout);
            }
        };
    }

    /** Stops all executions. */
    @Override
    public void close() {
        closed = true;
        running.values().forEach(Thread::interrupt);
        try {
            for (Thread thread : running.values()) {
                thread.join(STOP_TIMEOUT);
            }
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }
}
