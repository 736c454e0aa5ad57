package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.ErrorHandling;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.Retrier;
import dev.backplane.local.asl.StateExit;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Runs the work of a state with its retriers and catchers. */
final class RetryLoop {

    private final Interpreter interpreter;
    private final StateVisit visit;
    private final ErrorHandling recovery;
    private final StateExit exit;
    private final Map<Retrier, Integer> retries = new HashMap<>();

    /** The work of a state, repeated for each attempt. */
    @FunctionalInterface
    interface Work {

        JsonNode run() throws StatesException, InterruptedException;
    }

    RetryLoop(Interpreter interpreter, StateVisit visit, ErrorHandling recovery, StateExit exit) {
        this.interpreter = interpreter;
        this.visit = visit;
        this.recovery = recovery;
        this.exit = exit;
    }

    StateResult make(Work work) throws StatesException, InterruptedException {
        while (true) {
            try {
                JsonNode result = work.run();
                visit.checkSize(result);
                return visit.leave(exit, result);
            } catch (StatesException failure) {
                Optional<Duration> pause = pause(failure);
                if (pause.isEmpty()) {
                    return giveUp(failure);
                }
                interpreter.timing().pause(pause.get());
                visit.countRetry();
            }
        }
    }

    /** Returns the pause before the next attempt; empty if there is none. */
    private Optional<Duration> pause(StatesException failure) {
        String error = failure.error().orElse("");
        for (Retrier retrier : recovery.retriers()) {
            if (ErrorNames.match(retrier.errors(), error)) {
                int soFar = retries.merge(retrier, 1, Integer::sum) - 1;
                return soFar < retrier.maxAttempts()
                        ? Optional.of(retrier.delay(soFar, interpreter.random()))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private StateResult giveUp(StatesException failure) throws StatesException {
        String error = failure.error().orElse("");
        for (ErrorHandling.Catcher catcher : recovery.catchers()) {
            if (ErrorNames.match(catcher.errors(), error)) {
                return visit.leaveFailed(catcher.shaping(), failure, catcher.next());
            }
        }
        throw failure;
    }
}
