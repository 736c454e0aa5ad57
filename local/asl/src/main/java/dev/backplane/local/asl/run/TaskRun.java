package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.State;
import dev.backplane.local.asl.TaskResource;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One attempt of a task. */
final class TaskRun {

    private final Interpreter interpreter;
    private final State.Task task;
    private final StateVisit visit;
    private final TaskEvents events;

    TaskRun(Interpreter interpreter, State.Task task, StateVisit visit) {
        this.interpreter = interpreter;
        this.task = task;
        this.visit = visit;
        this.events = new TaskEvents(task.resource(), visit.trail());
    }

    JsonNode result() throws StatesException, InterruptedException {
        JsonNode arguments = task.arguments().isPresent()
                ? visit.value("Arguments", task.arguments().get())
                : visit.input();
        Optional<Duration> timeout = task.timeout().isPresent()
                ? Optional.of(Duration.ofSeconds(visit.evaluation()
                        .wholeNumber("TimeoutSeconds", task.timeout().get(), 1)))
                : Optional.empty();
        checkArguments(arguments);
        events.scheduled(arguments, timeout);
        events.started();
        try {
            JsonNode result = perform(arguments, timeout);
            events.succeeded(result);
            return result;
        } catch (StatesException failure) {
            events.failed(failure);
            throw failure;
        }
    }

    private void checkArguments(JsonNode arguments) throws StatesException {
        TaskResource resource = task.resource();
        Set<String> names = new TreeSet<>();
        arguments.fieldNames().forEachRemaining(names::add);
        Set<String> unknown = new TreeSet<>(resource.unknown(names));
        Set<String> missing = new TreeSet<>(resource.missing(names));
        if (!unknown.isEmpty() || !missing.isEmpty()) {
            String what = !unknown.isEmpty()
                    ? "The fields " + unknown + " are not supported by Step Functions"
                    : "The fields " + missing + " are required but were missing";
            throw visit.failure(
                    ErrorNames.RUNTIME,
                    "The Parameters '" + arguments + "' could not be used to start the Task: [" + what + "]");
        }
    }

    /** Runs the task on its own thread, so that it can be abandoned after its timeout. */
    private JsonNode perform(JsonNode arguments, Optional<Duration> timeout)
            throws StatesException, InterruptedException {
        Tasks.Request request = new Tasks.Request(task.resource(), arguments, events::submitted);
        FutureTask<JsonNode> work = new FutureTask<>(() -> interpreter.tasks().perform(request));
        Thread.ofVirtual().name("task-", 0).start(work);
        try {
            return timeout.isPresent()
                    ? work.get(interpreter.timing().allowance(timeout.get()).toNanos(), TimeUnit.NANOSECONDS)
                    : work.get();
        } catch (TimeoutException late) {
            throw new StatesException(Optional.of(ErrorNames.TIMEOUT), Optional.empty());
        } catch (ExecutionException failure) {
            throw failed(failure.getCause());
        } finally {
            work.cancel(true);
        }
    }

    private static StatesException failed(@Nullable Throwable cause) throws InterruptedException {
        return switch (cause) {
            case StatesException failure -> failure;
            case InterruptedException stopped -> throw stopped;
            case null, default -> new StatesException(ErrorNames.RUNTIME, String.valueOf(cause));
        };
    }

    /** The history events of a task. */
    private static final class TaskEvents {

        private final TaskResource resource;
        private final EventTrail trail;

        TaskEvents(TaskResource resource, EventTrail trail) {
            this.resource = resource;
            this.trail = trail;
        }

        void scheduled(JsonNode arguments, Optional<Duration> timeout) {
            ObjectNode details = details().put("region", "us-east-1").put("parameters", arguments.toString());
            timeout.ifPresent(time -> details.put("timeoutInSeconds", time.toSeconds()));
            add("Scheduled", details);
        }

        void started() {
            add("Started", details());
        }

        void submitted(JsonNode answer) {
            add("Submitted", EventTrail.data(details(), "output", answer));
        }

        void succeeded(JsonNode result) {
            add("Succeeded", EventTrail.data(details(), "output", result));
        }

        void failed(StatesException failure) {
            boolean late = failure.error().filter(ErrorNames.TIMEOUT::equals).isPresent();
            add(late ? "TimedOut" : "Failed", EventTrail.failure(details(), failure));
        }

        private ObjectNode details() {
            return EventTrail.object().put("resourceType", resource.service()).put("resource", resource.action());
        }

        private void add(String what, ObjectNode details) {
            trail.add("Task" + what, "task" + what + "EventDetails", details);
        }
    }
}
