package dev.backplane.infra;

import dev.backplane.infra.constructs.Alarms;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.LogGroups;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceMetrics;
import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.ResourcePolicy;
import software.constructs.Construct;

/** The event bus that every service publishes to, and a log of all that is published. */
final class EventsStack extends BackplaneStack {

    private static final String RULE = "log";

    // Stream records cross the bus as well; they hold stored values, which no log may have, and have no such id.
    private static final EventPattern DOMAIN_EVENTS = new EventPattern(Map.of(
            "source",
            List.of(Map.of("prefix", "backplane.")),
            "detail",
            Map.of("eventId", List.of(Map.of("exists", true)))));

    private final EventBus bus;

    EventsStack(Construct scope, StageSettings stage) {
        super(scope, stage, "Events", "Backplane: the event bus of all services");
        String busName = "backplane-" + stage.stage();
        this.bus = EventBus.Builder.create(this, "Bus")
                .eventBusName(busName)
                .description("Domain events of the Backplane services")
                .build();
        logEvents(stage);
        new Alarms(this, stage)
                .raise(
                        "event-log-failures",
                        ServiceMetrics.ofRule(busName, stage.nameOf(RULE), "FailedInvocations"),
                        1,
                        Runbook.EVENT_LOG_FAILURES);
        output("EventBusName", bus.getEventBusName(), "The bus to put rules on");
    }

    // Level 1, as the level 2 target brings a custom resource with a function of its own to set the policy.
    private void logEvents(StageSettings stage) {
        LogGroup log = LogGroups.create(this, "Log", "/backplane/" + stage.stage() + "/events", stage);
        CfnRule rule = CfnRule.Builder.create(this, "LogRule")
                .name(stage.nameOf(RULE))
                .description("Writes every domain event of the suite to a log group")
                .eventBusName(bus.getEventBusName())
                .eventPattern(DOMAIN_EVENTS.members())
                .targets(List.of(CfnRule.TargetProperty.builder()
                        .id("log")
                        .arn(targetArn(log))
                        .build()))
                .build();
        ResourcePolicy.Builder.create(this, "LogPolicy")
                .resourcePolicyName(stage.nameOf("events"))
                .policyStatements(List.of(
                        writing(log, "logs:CreateLogStream").build(),
                        writing(log, "logs:PutLogEvents")
                                .conditions(Map.of("ArnEquals", Map.of("aws:SourceArn", rule.getAttrArn())))
                                .build()))
                .build();
    }

    // The ARN of a log group ends with ":*" for its streams. EventBridge takes that for a target and delivers nothing.
    private String targetArn(LogGroup log) {
        return formatArn(ArnComponents.builder()
                .service("logs")
                .resource("log-group")
                .resourceName(log.getLogGroupName())
                .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                .build());
    }

    private static PolicyStatement.Builder writing(LogGroup log, String action) {
        return PolicyStatement.Builder.create()
                .effect(Effect.ALLOW)
                .principals(List.of(
                        new ServicePrincipal("events.amazonaws.com"),
                        new ServicePrincipal("delivery.logs.amazonaws.com")))
                .actions(List.of(action))
                .resources(List.of(log.getLogGroupArn()));
    }

    EventBus bus() {
        return bus;
    }
}
