package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.StageProject;
import dev.backplane.infra.constructs.WorkQueue;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.CleaningOptions;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.events.CleanupStarterHandler;
import dev.backplane.pool.events.CleanupWatcherHandler;
import dev.backplane.pool.workflow.AccountCleanerHandler;
import dev.backplane.pool.workflow.CleanupStateMachine;
import dev.backplane.pool.workflow.CleanupStateMachine.Placeholder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;

/** Cleans accounts: the workflow, its function, the functions that start and watch executions, and the project. */
final class AccountCleaning {

    /** How long a build may wait for its start, if too many are in progress. */
    private static final int QUEUE_MINUTES = 120;

    /** Longer than a build may wait and take, so that CodeBuild itself ends most builds that are late. */
    private static final int MARGIN_MINUTES = 10;

    private static final String[] ROWS = {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"};

    private final PoolStack stack;
    private final ServiceTable table;
    private final UnaryOperator<ServiceFunction> configure;
    private final CleaningOptions options;
    private final String project;
    private final Workflow workflow;

    AccountCleaning(
            PoolStack stack, ServiceTable table, Workspace workspace, UnaryOperator<ServiceFunction> configure) {
        this.stack = stack;
        this.table = table;
        this.configure = configure;
        this.options = stack.service().stage().pool().cleaning();
        this.project = options.image()
                .map(this::project)
                .orElseGet(() -> options.project().orElseThrow());
        ServiceFunction cleaner = withBuilds(configure.apply(stack.taskFunction(AccountCleanerHandler.class)));
        this.workflow = stack.workflow(
                        new Workflow.Definition(CleanupStateMachine.ID, workspace.read(CleanupStateMachine.FILE)),
                        substitutions(cleaner))
                .allowInvoking(cleaner)
                .allowRunningBuilds(project);
        watchExecutions();
    }

    /** Creates the project of the stage, and the outputs that the template of the accounts needs. */
    private String project(String image) {
        StageProject made = CleanerProject.create(stack, stack.service(), options, image);
        stack.output("PoolCleanerRoleName", options.role(), "The role in the accounts of the pool that cleans them");
        stack.output("PoolCleanerTrust", made.roleArn(), "The role that may assume it");
        return made.projectName();
    }

    private Map<String, String> substitutions(ServiceFunction cleaner) {
        int attempt = options.minutes() + QUEUE_MINUTES + MARGIN_MINUTES;
        Map<Placeholder, String> values = new EnumMap<>(Map.of(
                Placeholder.FUNCTION, cleaner.arn(),
                Placeholder.PROJECT, project,
                Placeholder.BUILD_MINUTES, Integer.toString(options.minutes()),
                Placeholder.QUEUE_MINUTES, Integer.toString(QUEUE_MINUTES),
                Placeholder.ATTEMPT_SECONDS, Integer.toString(attempt * 60)));
        Map<String, String> substitutions = new TreeMap<>();
        values.forEach((placeholder, value) -> substitutions.put(placeholder.text(), value));
        return substitutions;
    }

    private ServiceFunction withBuilds(ServiceFunction function) {
        return function.setting(PoolSettings.CLEANUP_PROJECT, project)
                .allow(
                        stack.formatArn(ArnComponents.builder()
                                .service("codebuild")
                                .resource("project")
                                .resourceName(project)
                                .arnFormat(ArnFormat.SLASH_RESOURCE_NAME)
                                .build()),
                        "codebuild:BatchGetBuilds",
                        "codebuild:ListBuildsForProject",
                        "codebuild:StopBuild")
                .allow(table, ROWS);
    }

    /** Starts executions for accounts that become dirty. */
    void start(EventPattern accounts) {
        ServiceFunction starter = stack.batchFunction(CleanupStarterHandler.class)
                .setting(PoolSettings.CLEANUP_MACHINE, workflow.arn())
                .allow(workflow.arn(), "states:StartExecution");
        workflow.allowStopping(starter);
        stack.readStream(table, accounts, starter);
    }

    /** Handles executions that were stopped, timed out or failed before they could record it. */
    private void watchExecutions() {
        WorkQueue queue = new WorkQueue(stack, stack.service(), "account-cleanup-failures");
        ServiceFunction watcher = withBuilds(configure.apply(stack.batchFunction(CleanupWatcherHandler.class)));
        QueueRule rule = QueueRule.ofAwsEvents(
                queue,
                new EventPattern(Map.of(
                        "source", List.of("aws.states"),
                        "detail-type", List.of("Step Functions Execution Status Change"),
                        "detail",
                                Map.of(
                                        "stateMachineArn",
                                        List.of(workflow.arn()),
                                        "status",
                                        List.of("ABORTED", "FAILED", "TIMED_OUT")))));
        stack.processQueue(rule, watcher);
    }

    /** Adds an alarm for accounts that were given up. */
    static void watch(ServiceAlarms alarms) {
        alarms.watchCount("cleanups-failed", PoolMetrics.CLEANUPS_FAILED, Runbook.CLEANUPS_FAILED);
    }
}
