package dev.backplane.local.stepfunctions;

import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.eventbridge.ServiceEvents;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The state machines of the templates, ready to be started. */
public final class StepFunctions implements AutoCloseable {

    private final ExecutionStore store;
    private final ExecutionRunner runner;

    private StepFunctions(ExecutionStore store, ExecutionRunner runner) {
        this.store = store;
        this.runner = runner;
    }

    /** What machines work with. */
    public record Context(AwsNetwork network, Iam iam, Functions functions, ServiceEvents events, LogGroups logs) {}

    /**
     * How time passes, and where executions are kept.
     *
     * @param journal a file in which they survive a restart; in memory when empty
     */
    public record Settings(Clock clock, TimeScale speed, Optional<Path> journal) {}

    /**
     * Prepares the machines and offers Step Functions on the network.
     *
     * @throws TemplateException when Step Functions could not make one of them
     */
    public static StepFunctions of(StateMachines machines, Context context, Settings settings) {

        StateMachineRoles roles = new StateMachineRoles(context.iam(), context.logs());
        List<String> problems = machines.all().stream()
                .flatMap(machine -> roles.problems(machine).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        Clock clock = settings.clock();
        ExecutionStore store = new ExecutionStore(new ExecutionJournal(settings.journal()), clock);
        AwsTasks.Context tasks = new AwsTasks.Context(context.network(), context.iam(), context.functions(), store);
        ExecutionRunner runner = new ExecutionRunner(
                store,
                machine -> new AwsTasks(machine, tasks),
                new ExecutionRunner.Context(
                        clock,
                        settings.speed(),
                        new StateMachineLogs(context.logs()),
                        new StatusEvents(context.events())));
        context.network()
                .add(new StepFunctionsService(
                        new ExecutionCalls(machines, store, runner, clock),
                        new StateMachineCalls(machines, clock.instant())));
        return new StepFunctions(store, runner);
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
