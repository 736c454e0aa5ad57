package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.codebuild.CodeBuild;
import dev.backplane.local.eventbridge.ServiceEvents;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Step Functions: the state machines and their executions. */
public final class StepFunctions implements AutoCloseable {

    private final ExecutionStore store;
    private final ExecutionRunner runner;

    private StepFunctions(ExecutionStore store, ExecutionRunner runner) {
        this.store = store;
        this.runner = runner;
    }

    /** The dependencies of state machines. */
    public record Context(
            AwsNetwork network, Iam iam, Functions functions, CodeBuild builds, ServiceEvents events, LogGroups logs) {}

    /**
     * The clock, time scale and storage of executions.
     *
     * @param journal the file for executions; in memory when empty
     */
    public record Settings(Clock clock, TimeScale speed, Optional<Path> journal) {}

    /**
     * Validates the state machines and adds the Step Functions endpoint.
     *
     * @throws TemplateException if Step Functions would reject a state machine
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
        AwsTasks.Context tasks =
                new AwsTasks.Context(context.network(), context.iam(), context.functions(), context.builds(), store);
        ExecutionRunner runner = new ExecutionRunner(
                store,
                machine -> new AwsTasks(machine, tasks),
                new ExecutionRunner.Context(
                        clock,
                        settings.speed(),
                        new StateMachineLogs(context.logs()),
                        new StatusEvents(context.events())));
        context.network().add(new StepFunctionsService(new ExecutionCalls(machines, store, runner, clock)));
        return new StepFunctions(store, runner);
    }

    /** Aborts the executions that an earlier process left running. */
    public void start() {
        runner.abortInterrupted();
    }

    /** Returns the page that lists executions. */
    public ExecutionsPage page() {
        return new ExecutionsPage(store);
    }

    /** Stops all executions. With a data folder the next start aborts them. */
    @Override
    public void close() {
        runner.close();
    }

    /** Publishes status changes of executions on the default bus. */
    private static final class StatusEvents implements Consumer<Execution> {

        private final ServiceEvents events;

        StatusEvents(ServiceEvents events) {
            this.events = events;
        }

        @Override
        public void accept(Execution execution) {
            events.publish(
                    "aws.states",
                    "Step Functions Execution Status Change",
                    List.of(execution.arn()),
                    detail(execution.start(), execution.end()));
        }

        static ObjectNode detail(Start start, Optional<ExecutionEnd> end) {
            ObjectNode detail = JsonNodeFactory.instance
                    .objectNode()
                    .put("executionArn", start.arn())
                    .put("stateMachineArn", start.machineArn())
                    .put("name", start.name())
                    .put(
                            "status",
                            end.map(ExecutionEnd::status)
                                    .orElse(ExecutionStatus.RUNNING)
                                    .name())
                    .put("startDate", start.time().toEpochMilli())
                    .put("stopDate", end.map(how -> how.time().toEpochMilli()).orElse(null))
                    .put("input", start.input())
                    .put("output", end.flatMap(ExecutionEnd::output).orElse(null))
                    .putNull("stateMachineVersionArn")
                    .putNull("stateMachineAliasArn")
                    .put("redriveCount", 0)
                    .putNull("redriveDate")
                    .put("redriveStatus", "NOT_REDRIVABLE")
                    .put("error", end.flatMap(ExecutionEnd::error).orElse(null))
                    .put("cause", end.flatMap(ExecutionEnd::cause).orElse(null));
            detail.putObject("inputDetails").put("included", true);
            end.flatMap(ExecutionEnd::output)
                    .ifPresentOrElse(
                            output -> detail.putObject("outputDetails").put("included", true),
                            () -> detail.putNull("outputDetails"));
            return detail;
        }
    }
}
