package dev.backplane.local.workflows;

import dev.backplane.local.workflows.Execution.Start;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All executions, the oldest of the ended ones left out as AWS leaves them out after 90 days.
 *
 * <p>After a restart with a data folder, executions that had ended are known with their first and last event;
 * see {@link Runner#abortLeftOvers} for those that had not.
 */
final class ExecutionStore {
    private static final int MOST_KEPT = 5_000;
    private static final int MOST_HISTORIES = 500;

    private final Map<String, Execution> executions = new LinkedHashMap<>();
    private final List<Execution> leftOvers = new ArrayList<>();
    private final Journal journal;
    private final InstantSource clock;

    ExecutionStore(Journal journal, InstantSource clock) {
        this.journal = journal;
        this.clock = clock;
        for (Journal.Entry entry : journal.recover(MOST_KEPT)) {
            Execution execution = new Execution(entry.start(), clock);
            entry.end().ifPresent(execution::end);
            entry.end().ifPresent(execution.ended()::complete);
            if (entry.end().isEmpty()) {
                leftOvers.add(execution);
            }
            executions.put(execution.arn(), execution);
        }
    }

    /** An execution that was asked for, and whether it has yet to run. */
    record Registration(Execution execution, boolean isNew) {}

    /**
     * Takes up a new execution, or finds the open one with the same name and input.
     *
     * @throws Refusal when the name belongs to an execution that has ended or has another input
     */
    Registration register(Start start) throws Refusal {
        synchronized (executions) {
            Execution known = executions.get(start.arn());
            if (known == null) {
                Execution execution = new Execution(start, clock);
                executions.put(start.arn(), execution);
                journal.started(start);
                return new Registration(execution, true);
            }
            if (known.status().isEnd() || !known.start().input().equals(start.input())) {
                throw new Refusal("ExecutionAlreadyExists", "Execution Already Exists: '" + start.arn() + "'");
            }
            return new Registration(known, false);
        }
    }

    /** Ends an execution, unless it has ended already. */
    boolean end(Execution execution, End end) {
        if (!execution.end(end)) {
            return false;
        }
        journal.ended(execution.arn(), end);
        trim();
        return true;
    }

    Optional<Execution> find(String arn) {
        synchronized (executions) {
            return Optional.ofNullable(executions.get(arn));
        }
    }

    /** All executions, newest first. */
    List<Execution> newestFirst() {
        synchronized (executions) {
            List<Execution> all = new ArrayList<>(executions.values());
            Collections.reverse(all);
            return all;
        }
    }

    /** Those of an earlier run that had not ended when it stopped. */
    List<Execution> leftOvers() {
        return List.copyOf(leftOvers);
    }

    private void trim() {
        synchronized (executions) {
            int ended = 0;
            for (Execution execution : newestFirst()) {
                if (execution.status().isEnd() && ++ended > MOST_HISTORIES) {
                    execution.forgetDetails();
                    if (ended > MOST_KEPT) {
                        executions.remove(execution.arn());
                    }
                }
            }
        }
    }
}
