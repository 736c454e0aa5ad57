package dev.backplane.local.asl;

import java.util.List;
import java.util.Optional;

/** One state of a machine; state names are unique in a whole machine. */
public sealed interface State {

    String name();

    /** Returns the type name in definitions and history events. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Passes its input to the next state, possibly transformed. */
    record Pass(String name, StateExit exit) implements State {}

    /**
     * Calls a service or a function.
     *
     * @param arguments the arguments; the input if empty
     * @param timeout in seconds
     * @param heartbeat in seconds; it has no effect, because no supported resource sends heartbeats
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

    /** Continues with the first rule whose condition holds. */
    record Choice(String name, List<Rule> rules, Optional<String> defaultNext, ResultShaping defaultShaping)
            implements State {

        /** The next state under a condition. */
        public record Rule(ValueTemplate condition, ResultShaping shaping, String next) {}
    }

    /** Waits for a duration or until a time. */
    record Wait(String name, Delay delay, StateExit exit) implements State {

        /** The end of the wait: after a number of seconds, or at a timestamp. */
        public sealed interface Delay {

            record Seconds(ValueTemplate seconds) implements Delay {}

            record Until(ValueTemplate timestamp) implements Delay {}
        }
    }

    /** Runs a flow for each item. */
    record Map(String name, Items items, Flow processor, Tolerance tolerance, ErrorHandling recovery, StateExit exit)
            implements State {

        /**
         * The items of a map.
         *
         * @param source the items; the input if empty
         * @param selector the input of the flow for each item; the item if empty
         * @param maxConcurrency the number of concurrent items; 0 for AWS's limit
         */
        public record Items(
                Optional<ValueTemplate> source,
                Optional<ValueTemplate> selector,
                Optional<ValueTemplate> maxConcurrency) {}

        /**
         * The failure tolerance of a map.
         *
         * @param distributed whether each item runs as a child execution; only then does AWS tolerate failures
         */
        public record Tolerance(
                boolean distributed, Optional<ValueTemplate> percentage, Optional<ValueTemplate> count) {}
    }

    /** Ends the flow successfully. */
    record Succeed(String name, Optional<ValueTemplate> output) implements State {}

    /** Ends the execution with an error. */
    record Fail(String name, Optional<ValueTemplate> error, Optional<ValueTemplate> cause) implements State {}
}
