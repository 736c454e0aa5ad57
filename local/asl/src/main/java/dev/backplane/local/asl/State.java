package dev.backplane.local.asl;

import java.util.List;
import java.util.Optional;

/** One state of a machine; state names are unique in a whole machine. */
public sealed interface State {

    String name();

    /** The type as definitions and history events write it. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Hands its input on, perhaps in another form. */
    record Pass(String name, Exit exit) implements State {}

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
            Optional<Template> arguments,
            Optional<Template> timeout,
            Optional<Template> heartbeat,
            Recovery recovery,
            Exit exit)
            implements State {}

    /** Goes on with the first rule whose condition holds. */
    record Choice(String name, List<Rule> rules, Optional<String> defaultNext, Shaping defaultShaping)
            implements State {

        /** Where to go on under a condition. */
        public record Rule(Template condition, Shaping shaping, String next) {}
    }

    /** Waits. */
    record Wait(String name, Delay delay, Exit exit) implements State {

        /** How long: for so many seconds, or until a time. */
        public sealed interface Delay {
            record Seconds(Template seconds) implements Delay {}

            record Until(Template timestamp) implements Delay {}
        }
    }

    /** Runs several flows on the same input at the same time. */
    record Parallel(String name, Optional<Template> arguments, List<Flow> branches, Recovery recovery, Exit exit)
            implements State {}

    /** Runs one flow on each of several items. */
    record Map(String name, Items items, Flow processor, Tolerance tolerance, Recovery recovery, Exit exit)
            implements State {

        /**
         * What the flow runs on.
         *
         * @param source the items; the input when empty
         * @param selector what the flow gets for each; the item itself when empty
         * @param maxConcurrency how many run at the same time; 0 for as many as AWS allows
         */
        public record Items(
                Optional<Template> source, Optional<Template> selector, Optional<Template> maxConcurrency) {}

        /**
         * What becomes of items that fail.
         *
         * @param distributed whether each item runs as an execution of its own; only then AWS tolerates failures
         */
        public record Tolerance(boolean distributed, Optional<Template> percentage, Optional<Template> count) {}
    }

    /** Ends the flow well. */
    record Succeed(String name, Optional<Template> output) implements State {}

    /** Ends the execution with an error. */
    record Fail(String name, Optional<Template> error, Optional<Template> cause) implements State {}
}
