package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.TaskResource;
import java.util.function.Consumer;

/** Performs the tasks of an execution. */
public interface Tasks {

    /**
     * A request of a task.
     *
     * @param submitted receives the response to the start of synchronous work
     */
    record Request(TaskResource resource, JsonNode arguments, Consumer<JsonNode> submitted) {}

    /**
     * Performs the task and returns its result.
     *
     * @throws StatesException if it fails, with AWS's error name
     * @throws InterruptedException if the execution was stopped or the task timed out
     */
    JsonNode perform(Request request) throws StatesException, InterruptedException;

    /** Starts a distributed map, which needs a permission. */
    default void beginMapRun() throws StatesException {}

    /** Stops a distributed map after too many failures. */
    default void stopMapRun() {}
}
