package dev.backplane.local.stepfunctions;

import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.eventbridge.AwsEvents;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.cloudwatch.Logs;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The state machines of the templates, ready to be started. */
public final class Workflows implements AutoCloseable {
    private final ExecutionStore store;
    private final Runner runner;

    private Workflows(ExecutionStore store, Runner runner) {
        this.store = store;
        this.runner = runner;
    }

    /** What machines work with. */
    public record Surroundings(AwsNetwork network, Iam iam, Functions functions, AwsEvents events, Logs logs) {}

    /**
     * How time passes, and where executions are kept.
     *
     * @param journal a file in which they survive a restart; in memory when empty
     */
    public record Settings(Clock clock, Speed speed, Optional<Path> journal) {}

    /**
     * Prepares the machines and offers Step Functions on the network.
     *
     * @throws TemplateException when Step Functions could not make one of them
     */
    public static Workflows of(Machines machines, Surroundings surroundings, Settings settings) {
        MachineRoles roles = new MachineRoles(surroundings.iam(), surroundings.logs());
        List<String> problems = machines.all().stream()
                .flatMap(machine -> roles.problems(machine).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        Clock clock = settings.clock();
        ExecutionStore store = new ExecutionStore(new Journal(settings.journal()), clock);
        RoleTasks.Surroundings tasks =
                new RoleTasks.Surroundings(surroundings.network(), surroundings.iam(), surroundings.functions(), store);
        Runner runner = new Runner(
                store,
                machine -> new RoleTasks(machine, tasks),
                new Runner.Outside(
                        clock,
                        settings.speed(),
                        new MachineLogs(surroundings.logs()),
                        new StatusEvents(surroundings.events())));
        surroundings
                .network()
                .add(new StepFunctionsService(
                        new ExecutionCalls(machines, store, runner, clock),
                        new MachineCalls(machines, clock.instant())));
        return new Workflows(store, runner);
    }

    /** Ends what an earlier run left open, as soon as everything that may want to know of it is there. */
    public void start() {
        runner.abortLeftOvers();
    }

    /** For people: what runs and what ran. */
    public ExecutionsPage page() {
        return new ExecutionsPage(store);
    }

    /** Stops every execution where it is; with a data folder the next start ends it. */
    @Override
    public void close() {
        runner.close();
        store.close();
    }
}
