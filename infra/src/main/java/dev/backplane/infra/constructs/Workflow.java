package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;
import software.constructs.Construct;

/**
 * A state machine of a definition file, with a role and a log group of its own.
 *
 * <p>It is a level 1 resource, as its definition stays the text of the file, of which CloudFormation fills in the
 * placeholders. Its name is fixed, so that its role can name its executions without a reference in a circle.
 */
public final class Workflow extends Construct {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Za-z]+)}");

    private final String name;
    private final ServiceRole role;
    private final CfnStateMachine machine;

    /**
     * Makes the machine.
     *
     * @param substitutions what each placeholder of the definition stands for; one too many or too few is refused
     */
    public Workflow(Construct scope, Service service, Definition definition, Map<String, String> substitutions) {
        super(scope, definition.name());
        this.name = service.nameOf(definition.name());
        definition.check(substitutions.keySet());
        this.role = new ServiceRole(this, "states.amazonaws.com", "What the workflow " + name + " may call");
        LogGroup logs = LogGroups.create(this, "Logs", "/aws/vendedlogs/states/" + name, service.stage());
        allowWatching();
        this.machine = CfnStateMachine.Builder.create(this, "Resource")
                .stateMachineName(name)
                .stateMachineType("STANDARD")
                .definitionString(definition.text())
                .definitionSubstitutions(new TreeMap<>(substitutions))
                .roleArn(role.arn())
                .tracingConfiguration(CfnStateMachine.TracingConfigurationProperty.builder()
                        .enabled(true)
                        .build())
                .loggingConfiguration(errorsTo(logs))
                .build();
        Suppressions.accept(
                machine,
                "AwsSolutions-SF1",
                "Step Functions keeps the whole history of a run for 90 days; the log is for what failed.");
    }

    /** The text of a definition, which is JSON with placeholders such as {@code ${TenantTable}} in its strings. */
    public record Definition(String name, String text) {

        private void check(Set<String> supplied) {
            Set<String> used = PLACEHOLDER
                    .matcher(text)
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!used.equals(supplied)) {
                throw new IllegalArgumentException("The definition of " + name + " has the placeholders " + used
                        + ", and " + new TreeSet<>(supplied) + " are supplied");
            }
        }
    }

    // No data of executions: logs never hold stored values.
    private static CfnStateMachine.LoggingConfigurationProperty errorsTo(LogGroup logs) {
        return CfnStateMachine.LoggingConfigurationProperty.builder()
                .level("ERROR")
                .includeExecutionData(false)
                .destinations(List.of(CfnStateMachine.LogDestinationProperty.builder()
                        .cloudWatchLogsLogGroup(CfnStateMachine.CloudWatchLogsLogGroupProperty.builder()
                                .logGroupArn(logs.getLogGroupArn())
                                .build())
                        .build()))
                .build();
    }

    private void allowWatching() {
        allowPattern(
                "*",
                "Log deliveries and traces cannot be limited to a resource; Step Functions asks for them.",
                "logs:CreateLogDelivery",
                "logs:DeleteLogDelivery",
                "logs:DescribeLogGroups",
                "logs:DescribeResourcePolicies",
                "logs:GetLogDelivery",
                "logs:ListLogDeliveries",
                "logs:PutResourcePolicy",
                "logs:UpdateLogDelivery",
                "xray:GetSamplingRules",
                "xray:GetSamplingTargets",
                "xray:PutTelemetryRecords",
                "xray:PutTraceSegments");
    }

    /** Allows the workflow actions on the items of a table. */
    public Workflow allow(ServiceTable table, String... actions) {
        return allow(table.arn(), actions);
    }

    /** Allows the workflow actions on one index of a table, and not on the table. */
    public Workflow allowIndex(ServiceTable table, String index, String... actions) {
        return allow(table.indexArn(index), actions);
    }

    /** Allows the workflow to invoke a function. */
    public Workflow allowInvoking(ServiceFunction function) {
        return allow(function.arn(), "lambda:InvokeFunction");
    }

    /** Allows actions on the one resource that the ARN names. */
    public Workflow allow(String resourceArn, String... actions) {
        return allow(Grant.on(resourceArn, actions));
    }

    /** Allows what the grant says, of the one resource that it names. */
    public Workflow allow(Grant grant) {
        role.allow(grant);
        return this;
    }

    /** Allows actions on all resources of a pattern, where no single one can be named. */
    public Workflow allowPattern(String resources, String reason, String... actions) {
        return allowPattern(Grant.on(resources, actions), reason);
    }

    /** Allows what the grant says, of all resources of a pattern. */
    public Workflow allowPattern(Grant grant, String reason) {
        role.allowPattern(grant, reason);
        return this;
    }

    /** Allows the workflow to run another one and to wait for its end. */
    public Workflow allowRunning(Workflow other) {
        allow(other.arn(), "states:StartExecution");
        allowPattern(
                other.executions(),
                "The name of an execution is known only when it is started.",
                "states:DescribeExecution",
                "states:StopExecution");
        // Step Functions learns of the end by a rule of its own, of this name in every account.
        return allow(
                format(
                        "events",
                        "rule",
                        "StepFunctionsGetEventsForStepFunctionsExecutionRule",
                        ArnFormat.SLASH_RESOURCE_NAME),
                "events:DescribeRule",
                "events:PutRule",
                "events:PutTargets");
    }

    /** Allows the workflow to run the items of a distributed map, which are executions of a part of itself. */
    public Workflow allowRunningItems() {
        allow(arn(), "states:StartExecution");
        return allowPattern(
                executions(),
                "The items of a map get their names when it runs.",
                "states:DescribeExecution",
                "states:StopExecution");
    }

    /** Allows a function to ask how an execution of the workflow is doing. */
    public void allowDescribing(ServiceFunction function) {
        function.allowPattern(
                executions(), "The name of an execution is known only when it is started.", "states:DescribeExecution");
    }

    /** The ARN of the state machine, by its name. */
    public String arn() {
        return format("states", "stateMachine", name, ArnFormat.COLON_RESOURCE_NAME);
    }

    private String executions() {
        return format("states", "execution", name + ":*", ArnFormat.COLON_RESOURCE_NAME);
    }

    private String format(String service, String resource, String resourceName, ArnFormat format) {
        return Stack.of(this)
                .formatArn(ArnComponents.builder()
                        .service(service)
                        .resource(resource)
                        .resourceName(resourceName)
                        .arnFormat(format)
                        .build());
    }
}
