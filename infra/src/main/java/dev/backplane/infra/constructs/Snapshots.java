package dev.backplane.infra.constructs;

import dev.backplane.platform.http.HttpHandler;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.constructs.Construct;

/**
 * The snapshots of a service's functions: they are taken with limited concurrency, and each function is invoked weekly.
 *
 * <p>Lambda limits how many snapshots are created at once, and deletes a snapshot after 14 days without an invocation.
 * Invocations then fail until a new snapshot exists.
 */
public final class Snapshots extends Construct {

    private static final int TAKEN_AT_A_TIME = 5;

    // EventBridge allows five targets per rule.
    private static final int TARGETS_OF_A_RULE = 5;

    // Lambda waits 14 days, so one missed invocation is harmless.
    private static final String EVERY_WEEK = "rate(7 days)";

    /** Schedules invocations of the functions that have a snapshot. */
    public Snapshots(Construct scope, Service service, List<ServiceFunction> functions) {
        super(scope, "Snapshots");
        List<ServiceFunction> kept =
                functions.stream().filter(ServiceFunction::hasSnapshot).toList();
        BoundedGroup versions = new BoundedGroup(TAKEN_AT_A_TIME);
        kept.forEach(function -> versions.add(function.version()));
        for (int first = 0; first < kept.size(); first += TARGETS_OF_A_RULE) {
            String name = service.nameOf(service.name() + "-keep-alive-" + (first / TARGETS_OF_A_RULE + 1));
            keepAlive(name, kept.subList(first, Math.min(first + TARGETS_OF_A_RULE, kept.size())));
        }
    }

    private void keepAlive(String name, List<ServiceFunction> functions) {
        List<CfnRule.TargetProperty> targets = new ArrayList<>();
        for (ServiceFunction function : functions) {
            targets.add(CfnRule.TargetProperty.builder()
                    .id(function.operation())
                    .arn(function.arn())
                    .input(HttpHandler.KEEP_ALIVE)
                    .build());
        }
        CfnRule rule = CfnRule.Builder.create(this, name.substring(name.lastIndexOf('-') + 1))
                .name(name)
                .description("Keeps the snapshots of functions that are not invoked otherwise")
                .scheduleExpression(EVERY_WEEK)
                .state("ENABLED")
                .targets(targets)
                .build();
        for (ServiceFunction function : functions) {
            CfnPermission.Builder.create(this, function.operation())
                    .action("lambda:InvokeFunction")
                    .functionName(function.arn())
                    .principal("events.amazonaws.com")
                    .sourceArn(rule.getAttrArn())
                    .build();
        }
    }
}
