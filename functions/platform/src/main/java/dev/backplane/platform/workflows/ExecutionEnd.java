package dev.backplane.platform.workflows;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import java.time.Instant;
import java.util.Optional;

/**
 * The event that Step Functions sends when an execution has ended.
 *
 * <p>Each method throws an {@link InvalidValueException} if the event lacks what it returns.
 *
 * @see <a href="https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html">Automating Step
 *     Functions event delivery with EventBridge</a>
 */
public record ExecutionEnd(Obj detail) {

    /** Parses an event. */
    public static ExecutionEnd parse(String event) {
        return new ExecutionEnd(object(event)
                .findObject("detail")
                .orElseThrow(() -> new InvalidValueException("not the event of an execution")));
    }

    /** Returns the ARN of the state machine. */
    public String machine() {
        return text("stateMachineArn");
    }

    /** Returns the ARN of the execution. */
    public String execution() {
        return text("executionArn");
    }

    /** Returns the input of the execution, which is JSON. */
    public String input() {
        return text("input");
    }

    /** Returns the input of the execution as an object. */
    public Obj inputObject() {
        return object(input());
    }

    /** Returns the status, such as {@code TIMED_OUT}. */
    public String status() {
        return text("status");
    }

    /** Returns the name of the error, if there is one. */
    public Optional<String> error() {
        return detail.findText("error").filter(text -> !text.isBlank());
    }

    /** Returns the cause of the error, if it is known. */
    public Optional<String> cause() {
        return detail.findText("cause").filter(text -> !text.isBlank());
    }

    /** Returns the start of the execution, if the event has it. */
    public Optional<Instant> started() {
        return detail.members().get("startDate") instanceof Num(String millis)
                ? Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)))
                : Optional.empty();
    }

    private static Obj object(String json) {
        try {
            if (JsonValue.parse(json) instanceof Obj object) {
                return object;
            }
            throw new InvalidValueException("not a JSON object");
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("not JSON", e);
        }
    }

    private String text(String name) {
        return detail.findText(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new InvalidValueException("event without " + name));
    }
}
