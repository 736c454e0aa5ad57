package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.Flow;
import dev.backplane.local.asl.ResultShaping;
import dev.backplane.local.asl.State;
import dev.backplane.local.asl.ValueTemplate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;

/** Runs the states of a flow in sequence. */
final class FlowRunner {

    private final Interpreter interpreter;
    private final FlowScope scope;

    FlowRunner(Interpreter interpreter, FlowScope scope) {
        this.interpreter = interpreter;
        this.scope = scope;
    }

    StateResult visit(Flow flow, String name, JsonNode input) throws StatesException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        State state = Objects.requireNonNull(flow.states().get(name), name);
        StateVisit visit =
                StateVisit.enter(state, input, scope, interpreter.timing().now());
        return switch (state) {
            case State.Pass pass ->
                visit.leaveWithInput(pass.exit().shaping(), pass.exit().next());
            case State.Task task ->
                new RetryLoop(interpreter, visit, task.recovery(), task.exit())
                        .make(() -> new TaskRun(interpreter, task, visit).result());
            case State.Choice choice -> choose(choice, visit);
            case State.Wait wait -> {
                interpreter.timing().pause(delay(wait.delay(), visit));
                yield visit.leaveWithInput(wait.exit().shaping(), wait.exit().next());
            }
            case State.Map map ->
                new RetryLoop(interpreter, visit, map.recovery(), map.exit())
                        .make(() -> new MapRun(interpreter, map, visit).result());
            case State.Succeed succeed ->
                visit.leaveWithInput(new ResultShaping(succeed.output(), java.util.Map.of()), Optional.empty());
            case State.Fail fail ->
                throw new StatesException(text(visit, "Error", fail.error()), text(visit, "Cause", fail.cause()));
        };
    }

    private static StateResult choose(State.Choice choice, StateVisit visit) throws StatesException {
        Evaluation evaluation = visit.evaluation();
        for (int i = 0; i < choice.rules().size(); i++) {
            State.Choice.Rule rule = choice.rules().get(i);
            if (evaluation
                    .value("Choices[" + i + "]/Condition", rule.condition(), JsonNodeType.BOOLEAN)
                    .booleanValue()) {
                return visit.leaveWithInput(rule.shaping(), Optional.of(rule.next()));
            }
        }
        if (choice.defaultNext().isEmpty()) {
            throw visit.failure(
                    ErrorNames.NO_CHOICE,
                    "Failed to transition out of the state. The state does not point to a next state.");
        }
        return visit.leaveWithInput(choice.defaultShaping(), choice.defaultNext());
    }

    private Duration delay(State.Wait.Delay delay, StateVisit visit) throws StatesException {
        return switch (delay) {
            case State.Wait.Delay.Seconds(ValueTemplate seconds) ->
                Duration.ofSeconds(visit.evaluation().wholeNumber("Seconds", seconds, 0));
            case State.Wait.Delay.Until(ValueTemplate timestamp) -> {
                Instant until = instant(
                        visit,
                        visit.evaluation()
                                .value("Timestamp", timestamp, JsonNodeType.STRING)
                                .textValue());
                Duration left = Duration.between(interpreter.timing().now(), until);
                yield left.isNegative() ? Duration.ZERO : left;
            }
        };
    }

    private static Instant instant(StateVisit visit, String text) throws StatesException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            throw visit.queryFailure(
                    "Timestamp",
                    "The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: "
                            + text);
        }
    }

    private static Optional<String> text(StateVisit visit, String field, Optional<ValueTemplate> template)
            throws StatesException {
        return template.isEmpty()
                ? Optional.empty()
                : Optional.of(visit.evaluation()
                        .value(field, template.get(), JsonNodeType.STRING)
                        .textValue());
    }
}
