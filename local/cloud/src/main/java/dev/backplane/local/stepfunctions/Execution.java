package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.asl.run.History;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An execution with its history. */
final class Execution implements History {

    private final Start start;
    private final InstantSource clock;
    private final CompletableFuture<ExecutionEnd> ended = new CompletableFuture<>();
    private final List<HistoryEvent> events = new ArrayList<>();
    private @Nullable ExecutionEnd end;
    private @Nullable CompressedHistory compressed;

    /**
     * The start of an execution.
     *
     * @param input JSON, the original text
     */
    record Start(String machineArn, String roleArn, String name, String input, Instant time) {

        String arn() {
            String machine = machineArn.substring(machineArn.lastIndexOf(':') + 1);
            return Account.arn("states", "execution:" + machine + ":" + name);
        }
    }

    Execution(Start start, InstantSource clock) {
        this.start = start;
        this.clock = clock;
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ObjectNode details = event.putObject("executionStartedEventDetails")
                .put("input", start.input())
                .put("roleArn", start.roleArn());
        details.putObject("inputDetails").put("truncated", false);
        events.add(new HistoryEvent(1, 0, start.time(), "ExecutionStarted", event));
    }

    Start start() {
        return start;
    }

    String arn() {
        return start.arn();
    }

    synchronized Optional<ExecutionEnd> end() {
        return Optional.ofNullable(end);
    }

    ExecutionStatus status() {
        return end().map(ExecutionEnd::status).orElse(ExecutionStatus.RUNNING);
    }

    /** Completes when the execution has ended and its events are published. */
    CompletableFuture<ExecutionEnd> ended() {
        return ended;
    }

    /** Adds an event, unless the execution has ended. */
    @Override
    public synchronized long add(long previous, String type, ObjectNode details) {
        if (end != null) {
            return previous;
        }
        long id = events.size() + 1L;
        events.add(new HistoryEvent(id, previous, clock.instant(), type, details));
        return id;
    }

    /** Ends the execution; returns whether it was running. */
    synchronized boolean end(ExecutionEnd how) {
        if (end != null) {
            return false;
        }
        long last = events.size();
        events.add(new HistoryEvent(last + 1, last, how.time(), how.status().event(), how.event()));
        end = how;
        compressed = new CompressedHistory(events);
        events.clear();
        return true;
    }

    synchronized List<HistoryEvent> events() {
        return compressed == null ? List.copyOf(events) : compressed.events();
    }
}
