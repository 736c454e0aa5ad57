package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.ErrorNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Runs several tasks concurrently, and stops them all when too many have failed. */
final class ParallelWork {

    private final int atOnce;
    private final IntPredicate tooMany;
    private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    /** One piece of work. */
    @FunctionalInterface
    interface Work {

        JsonNode run() throws StatesException, InterruptedException;
    }

    /** The result of one task: a value or a failure, or neither if it was stopped. */
    record Outcome(Optional<JsonNode> result, Optional<StatesException> failure) {

        private static final Outcome STOPPED = new Outcome(Optional.empty(), Optional.empty());
    }

    /** @param tooMany whether this number of failures ends all tasks */
    ParallelWork(int atOnce, IntPredicate tooMany) {
        this.atOnce = atOnce;
        this.tooMany = tooMany;
    }

    /**
     * Runs all tasks and returns their results in order.
     *
     * @throws StatesException the last failure, if there were too many
     */
    List<Outcome> run(List<Work> work) throws StatesException, InterruptedException {
        @Nullable Outcome[] outcomes = new Outcome[work.size()];
        int begun = 0;
        int failures = 0;
        try {
            for (int done = 0; done < work.size(); done++) {
                while (begun < work.size() && begun - done < atOnce) {
                    begin(work.get(begun), begun, outcomes);
                    begun++;
                }
                Optional<StatesException> failure =
                        outcome(outcomes, ended.take()).failure();
                if (failure.isPresent() && tooMany.test(++failures)) {
                    throw failure.get();
                }
            }
        } finally {
            stop();
        }
        List<Outcome> all = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            all.add(outcome(outcomes, i));
        }
        return all;
    }

    private static Outcome outcome(@Nullable Outcome[] outcomes, int index) {
        Outcome outcome = outcomes[index];
        return outcome == null ? Outcome.STOPPED : outcome;
    }

    private void begin(Work work, int index, @Nullable Outcome[] outcomes) {
        threads.add(Thread.ofVirtual().start(() -> {
            // Written before the queue entry and read after it, so the other thread sees it.
            outcomes[index] = outcome(work);
            ended.add(index);
        }));
    }

    private static Outcome outcome(Work work) {
        try {
            return new Outcome(Optional.of(work.run()), Optional.empty());
        } catch (StatesException failure) {
            return new Outcome(Optional.empty(), Optional.of(failure));
        } catch (InterruptedException stopped) {
            return Outcome.STOPPED;
        } catch (RuntimeException bug) {
            return new Outcome(
                    Optional.empty(), Optional.of(new StatesException(ErrorNames.RUNTIME, String.valueOf(bug))));
        }
    }

    /** Waits for all tasks to end, so that none still runs afterwards. */
    private void stop() throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
