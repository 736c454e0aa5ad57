package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.aws.FaultInjection;
import dev.backplane.local.aws.FaultInjection.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Kills a function after each of its calls in turn. */
final class KilledCalls {

    private final FaultInjection faults;
    private final Predicate<Call> selector;
    private final List<String> killedAfter = new ArrayList<>();

    /** @param selector selects the calls of the function */
    KilledCalls(FaultInjection faults, Predicate<Call> selector) {
        this.faults = faults;
        this.selector = selector;
    }

    /** Kills the function after each of its calls. */
    void killAfterEach(List<String> actions, Runnable round) {
        killAfterEvery(1, actions, round);
    }

    /**
     * Kills the function after some of its calls, until a round has fewer calls than the number of the call that is
     * killed.
     *
     * <p>On a busy machine, a call may be repeated, and the round after it kills another call than in a quiet run.
     * Each of the given actions that no round was killed after gets a further round.
     *
     * @param step the distance between the numbers of the calls; more than one for functions with very many calls
     */
    void killAfterEvery(int step, List<String> actions, Runnable round) {
        int rounds = 0;
        for (int call = 1; killedAfter.size() == rounds; call += step) {
            killAfter(call, selector);
            run(round);
            rounds++;
        }
        for (String action : actions) {
            if (!killedAfter.contains(action)) {
                killAfter(1, selector.and(call -> call.action().equals(action)));
                run(round);
            }
        }
        assertThat(killedAfter).as("a call of each kind").containsAll(actions);
    }

    private void run(Runnable round) {
        try {
            round.run();
        } catch (AssertionError e) {
            throw new AssertionError("The last of these calls was killed: " + killedAfter, e);
        }
        faults.clear();
    }

    private void killAfter(int number, Predicate<Call> which) {
        List<Call> seen = new ArrayList<>();
        faults.kill(1, call -> {
            synchronized (killedAfter) {
                if (!which.test(call)) {
                    return false;
                }
                seen.add(call);
                if (seen.size() != number) {
                    return false;
                }
                killedAfter.add(call.action());
                return true;
            }
        });
    }
}
