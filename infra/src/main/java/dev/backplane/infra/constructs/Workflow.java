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
 * A state machine from a definition file, with its own role and log group.
 *
 * <p>It is a level 1 construct, because the definition stays the text of the file, in which CloudFormation replaces the
 * placeholders. Its name is fixed, so that its role can refer to its executions without a circular reference.
 */
public final class Workflow extends Construct {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Za-z]+)}");

    private final String name;
    private final ServiceRole role;
    private final CfnStateMachine machine;

    /**
     * Creates the state machine.
     *
     * @param substitutions the values of the placeholders; they must match the definition exactly
     */
    public Workflow(Construct scope, Service service, Definition definition, Map<String, String> substitutions) {
        super(scope, definition.name());
        this.name = service.nameOf(definition.name());
        definition.check(substitutions.keySet());
        this.role = new ServiceRole(this, "states.amazonaws.com", "Permissions of the workflow " + name);
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
                "Step Functions keeps the whole history of executions for 90 days; the log is for failures.");
    }

    /** Returns the text of a definition: JSON with placeholders such as {@code ${TenantTable}} in its strings. */
    public record Definition(String name, String text) {

        private void check(Set<String> supplied) {
            Set<String> used = PLACEHOLDER
                    .matcher(text)
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!used.equals(supplied)) {
                throw new IllegalArgumentException("The definition of " + name + " has placeholders " + used
                        + " but the values are for " + new TreeSet<>(supplied));
            }
        }
    }

    // Without execution data: logs must not contain stored values.
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
                "Step Functions requires log delivery and X-Ray actions, which cannot be limited to a resource.",
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

    /** Allows the workflow actions on one index of a table, but not on the table. */
    public Workflow allowIndex(ServiceTable table, String index, String... actions) {
        return allow(table.indexArn(index), actions);
    }

    /** Allows the workflow to invoke a function. */
    public Workflow allowInvoking(ServiceFunction function) {
        return allow(function.arn(), "lambda:InvokeFunction");
    }

    /** Allows actions on the resource with this ARN. */
    public Workflow allow(String resourceArn, String... actions) {
        return allow(Grant.on(resourceArn, actions));
    }

    /** Allows a grant on its resource. */
    public Workflow allow(Grant grant) {
        role.allow(grant);
        return this;
    }

    /** Allows actions on a resource pattern, if no single resource can be named. */
    public Workflow allowPattern(String resources, String reason, String... actions) {
        return allowPattern(Grant.on(resources, actions), reason);
    }

    /** Allows a grant on a resource pattern. */
    public Workflow allowPattern(Grant grant, String reason) {
        role.allowPattern(grant, reason);
        return this;
    }

    /** Allows the workflow to start another one and wait for its result. */
    public Workflow allowRunning(Workflow other) {
        allow(other.arn(), "states:StartExecution");
        allowPattern(
                other.executions(),
                "Names of executions are only known at run time.",
                "states:DescribeExecution",
                "states:StopExecution");
        // Step Functions uses a managed rule with this name to detect the end of executions.
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

    /**
     * Allows the workflow to run builds of a CodeBuild project and wait for their end, as in
     * https://docs.aws.amazon.com/step-functions/latest/dg/connect-codebuild.html.
     */
    public Workflow allowRunningBuilds(String project) {
        allow(
                format("codebuild", "project", project, ArnFormat.SLASH_RESOURCE_NAME),
                "codebuild:BatchGetBuilds",
                "codebuild:StartBuild",
                "codebuild:StopBuild");
        // Step Functions uses a managed rule with this name to detect the end of builds.
        return allow(
                format(
                        "events",
                        "rule",
                        "StepFunctionsGetEventForCodeBuildStartBuildRule",
                        ArnFormat.SLASH_RESOURCE_NAME),
                "events:DescribeRule",
                "events:PutRule",
                "events:PutTargets");
    }

    /** Allows a function to stop executions of the workflow. */
    public void allowStopping(ServiceFunction function) {
        function.allowPattern(executions(), "Names of executions are only known at run time.", "states:StopExecution");
    }

    /** Allows the workflow to run the items of a distributed map, which are child executions. */
    public Workflow allowRunningItems() {
        allow(arn(), "states:StartExecution");
        return allowPattern(
                executions(),
                "Names of map items are only known at run time.",
                "states:DescribeExecution",
                "states:StopExecution");
    }

    /** Allows a function to describe executions of the workflow. */
    public void allowDescribing(ServiceFunction function) {
        function.allowPattern(
                executions(), "Names of executions are only known at run time.", "states:DescribeExecution");
    }

    /** Returns the ARN of the state machine, built from its name. */
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
