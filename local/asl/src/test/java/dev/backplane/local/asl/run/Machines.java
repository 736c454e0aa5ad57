package dev.backplane.local.asl.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.StateMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Runs machines for tests: waits end immediately, and waits and events are recorded. */
final class Machines implements Timing {

    static final Instant NOW = Instant.parse("2026-01-05T10:00:00.250Z");
    private static final ObjectMapper JSON = new ObjectMapper().configure(JsonParser.Feature.ALLOW_SINGLE_QUOTES, true);

    private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<ObjectNode> details = Collections.synchronizedList(new ArrayList<>());
    private final Tasks tasks;

    Machines(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Creates a fixture for machines without tasks. */
    Machines() {
        this(request -> {
            throw new AssertionError("there is no task " + request);
        });
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs a machine from its states, in JSONata; it starts with the first one. */
    JsonNode run(String states, String input) throws StatesException {
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put("QueryLanguage", "JSONata");
        definition.set("States", json(states));
        definition.put("StartAt", definition.path("States").fieldNames().next());
        return run(definition, json(input));
    }

    JsonNode run(JsonNode definition, JsonNode input) throws StatesException {
        return run(StateMachine.of(definition), input);
    }

    JsonNode run(StateMachine machine, JsonNode input) throws StatesException {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        context.putObject("Execution")
                .put("Id", "arn:aws:states:us-east-1:000000000000:execution:machine:run")
                .put("Name", "run")
                .set("Input", input);
        context.putObject("StateMachine").put("Name", "machine");
        History history = (previous, type, more) -> {
            synchronized (events) {
                events.add(type);
                details.add(more);
                return events.size() + 1L;
            }
        };
        try {
            return new Interpreter(tasks, this, new Random(1))
                    .run(machine, new Interpreter.Start(input, context, history, 1));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    /** Returns the types of the events after the start event. */
    List<String> events() {
        return List.copyOf(events);
    }

    List<ObjectNode> details() {
        return List.copyOf(details);
    }

    @Override
    public Instant now() {
        return NOW;
    }

    @Override
    public void pause(Duration time) {
        pauses.add(time);
    }

    @Override
    public Duration allowance(Duration timeout) {
        return timeout;
    }
}
