package dev.backplane.local.asl;

import java.util.List;
import java.util.Optional;

/** One state of a machine; state names are unique in a whole machine. */
public sealed interface State {

    String name();

    /** Returns the type as definitions and history events write it. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Hands its input on, perhaps in another form. */
    record Pass(String name, StateExit exit) implements State {}

    /**
     * Has something done outside.
     *
     * @param arguments what is sent; the input when empty
     * @param timeout in seconds
     * @param heartbeat in seconds; none of the known resources beats, so it has no effect
     */
    record Task(
            String name,
            TaskResource resource,
            Optional<ValueTemplate> arguments,
            Optional<ValueTemplate> timeout,
            Optional<ValueTemplate> heartbeat,
            ErrorHandling recovery,
            StateExit exit)
            implements State {}

    /** Goes on with the first rule whose condition holds. */
    record Choice(String name, List<Rule> rules, Optional<String> defaultNext, ResultShaping defaultShaping)
            implements State {

        /** Where to go on under a condition. */
        public record Rule(ValueTemplate condition, ResultShaping shaping, String next) {}
    }

    /** Waits. */
    record Wait(String name, Delay delay, StateExit exit) implements State {

        /** How long: for so many seconds, or until a time. */
        public sealed interface Delay {

            record Seconds(ValueTemplate seconds) implements Delay {}

            record Until(ValueTemplate timestamp) implements Delay {}
        }
    }

    /** Runs one flow on each of several items. */
    record Map(String name, Items items, Flow processor, Tolerance tolerance, ErrorHandling recovery, StateExit exit)
            implements State {

        /**
         * What the flow runs on.
         *
         * @param source the items; the input when empty
         * @param selector what the flow gets for each; the item itself when empty
         * @param maxConcurrency how many run at the same time; 0 for as many as AWS allows
         */
        public record Items(
                Optional<ValueTemplate> source,
                Optional<ValueTemplate> selector,
                Optional<ValueTemplate> maxConcurrency) {}

        /**
         * What becomes of items that fail.
         *
         * @param distributed whether each item runs as an execution of its own; only then AWS tolerates failures
         */
        public record Tolerance(
                boolean distributed, Optional<ValueTemplate> percentage, Optional<ValueTemplate> count) {}
    }

    /** Ends the flow well. */
    record Succeed(String name, Optional<ValueTemplate> output) implements State {}

    /** Ends the execution with an error. */
    record Fail(String name, Optional<ValueTemplate> error, Optional<ValueTemplate> cause) implements State {}
}
