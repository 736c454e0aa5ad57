package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.workflow.Machine;
import dev.backplane.tenants.workflow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Starts runs for tenants.
 *
 * <p>A run's name and input follow from the rows that were read, so that many callers who read the same rows start one
 * run. When a run of the name has been, the rows have changed since, and are read again. If they have not, the run left
 * no row, and the next attempt follows it: a caller is never told to wait for a run that is over.
 */
final class Runs {

    private static final int MAX_TRIES = 20;
    private static final int STEADY_TRIES = 6;

    private final Workflow workflow;

    Runs(Platform platform, Machine machine) {
        this.workflow = Workflow.connect(platform, machine);
    }

    /** What the rows lead to. */
    sealed interface Step {

        /** An answer, with nothing to start. */
        record Answer(HttpResponse response) implements Step {}

        /**
         * A run to start.
         *
         * @param accepted makes the answer from the run and the ARN of its execution
         */
        record Begin(Run run, BiFunction<Run, String, HttpResponse> accepted) implements Step {}
    }

    static Step begin(Run run, BiFunction<Run, String, HttpResponse> accepted) {
        return new Step.Begin(run, accepted);
    }

    /**
     * Reads, decides, and starts what is to be started.
     *
     * @param step reads the rows as they are now, and says what they lead to
     */
    HttpResponse answer(Supplier<Step> step) {
        Optional<Run> taken = Optional.empty();
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            switch (step.get()) {
                case Step.Answer(HttpResponse response) -> {
                    return response;
                }
                case Step.Begin begin -> {
                    int skip = skip(tries);
                    Run run = taken.map(last -> begin.run().after(last, skip)).orElse(begin.run());
                    Optional<String> execution = workflow.start(run.name(), input(run));
                    if (execution.isPresent()) {
                        return begin.accepted().apply(run, execution.get());
                    }
                    taken = Optional.of(run);
                }
            }
        }
        throw new Unavailable("CONTENDED", "Too many runs of this tenant have been; try again.", Duration.ofSeconds(1));
    }

    // After a roll-back, any number of names of the version can be taken: the search speeds up until it is past them.
    private static int skip(int tries) {
        return tries <= STEADY_TRIES ? 1 : 1 << (tries - STEADY_TRIES);
    }

    // Neither a clock nor chance: the same run must have the same input, to the byte.
    private static Obj input(Run run) {
        Map<String, JsonValue> input = new LinkedHashMap<>();
        input.put("tenantId", new Text(run.tenant().value()));
        input.put("generation", new Num(Integer.toString(run.generation())));
        input.put("attempt", new Num(Integer.toString(run.attempt())));
        input.put("version", new Text(run.version().value()));
        return new Obj(input);
    }
}
