package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.TaskResource;
import java.util.function.Consumer;

/** Does what tasks ask for. */
public interface Tasks {

    /**
     * What a task asks for.
     *
     * @param submitted to be told the answer to the start of work whose end is then waited for
     */
    record Request(TaskResource resource, JsonNode arguments, Consumer<JsonNode> submitted) {}

    /**
     * Does it and returns the result.
     *
     * @throws StatesException when it fails, under the name that AWS has for the failure
     * @throws InterruptedException when the execution has been stopped, or the task has taken too long
     */
    JsonNode perform(Request request) throws StatesException, InterruptedException;

    /** Begins a map whose items run as executions of their own, which the machine needs a permission for. */
    default void beginMapRun() throws StatesException {}

    /** Stops the items of such a map, of which too many have failed. */
    default void stopMapRun() {}
}
