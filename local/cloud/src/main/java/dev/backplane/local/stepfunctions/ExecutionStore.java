package dev.backplane.local.stepfunctions;

import dev.backplane.local.stepfunctions.Execution.Start;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All executions, with an upper limit.
 *
 * <p>After a restart with a data folder, executions that had ended are known with their first and last event;
 * see {@link ExecutionRunner#abortInterrupted} for those that had not.
 */
final class ExecutionStore {

    static final int MAX_KEPT = 5_000;

    private final Map<String, Execution> executions = new LinkedHashMap<>();
    private final List<Execution> interrupted = new ArrayList<>();
    private final Deque<Execution> ended = new ArrayDeque<>();
    private final ExecutionJournal journal;
    private final InstantSource clock;

    ExecutionStore(ExecutionJournal journal, InstantSource clock) {
        this.journal = journal;
        this.clock = clock;
        for (ExecutionJournal.Entry entry : journal.recover(MAX_KEPT)) {
            Execution execution = new Execution(entry.start(), clock);
            entry.end().ifPresent(execution::end);
            entry.end().ifPresent(execution.ended()::complete);
            if (entry.end().isEmpty()) {
                interrupted.add(execution);
            } else {
                ended.addLast(execution);
            }
            executions.put(execution.arn(), execution);
        }
    }

    /** A registered execution, and whether it is new. */
    record Registration(Execution execution, boolean isNew) {}

    /**
     * Registers an execution, or finds the running one with the same name and input.
     *
     * @throws StepFunctionsException if the name is used by an ended execution or with another input
     */
    Registration register(Start start) throws StepFunctionsException {
        synchronized (executions) {
            Execution known = executions.get(start.arn());
            if (known == null) {
                Execution execution = new Execution(start, clock);
                executions.put(start.arn(), execution);
                journal.started(start);
                return new Registration(execution, true);
            }
            if (known.status().isEnd() || !known.start().input().equals(start.input())) {
                throw new StepFunctionsException(
                        "ExecutionAlreadyExists", "Execution Already Exists: '" + start.arn() + "'");
            }
            return new Registration(known, false);
        }
    }

    /** Ends an execution, unless it has ended already. */
    boolean end(Execution execution, ExecutionEnd end) {
        if (!execution.end(end)) {
            return false;
        }
        journal.ended(execution.arn(), end);
        retain(execution);
        return true;
    }

    Optional<Execution> find(String arn) {
        synchronized (executions) {
            return Optional.ofNullable(executions.get(arn));
        }
    }

    /** Returns all executions, newest first. */
    List<Execution> newestFirst() {
        synchronized (executions) {
            List<Execution> all = new ArrayList<>(executions.values());
            Collections.reverse(all);
            return all;
        }
    }

    /** Returns the executions that were running when the previous process stopped. */
    List<Execution> interrupted() {
        return List.copyOf(interrupted);
    }

    /** Removes the oldest executions. */
    private void retain(Execution latest) {
        synchronized (executions) {
            ended.addLast(latest);
            if (ended.size() > MAX_KEPT) {
                executions.remove(ended.removeFirst().arn());
            }
        }
    }
}
