package dev.backplane.infra;

import dev.backplane.infra.constructs.Alarms;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.LogGroups;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceMetrics;
import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.IncludeDetail;
import software.amazon.awscdk.services.events.Level;
import software.amazon.awscdk.services.events.LogConfig;
import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.CfnDelivery;
import software.amazon.awscdk.services.logs.CfnDeliveryDestination;
import software.amazon.awscdk.services.logs.CfnDeliverySource;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.ResourcePolicy;
import software.constructs.Construct;

/** The event bus of all services, and a log of all domain events. */
final class EventsStack extends BackplaneStack {

    private static final String RULE = "log";

    // Stream records on the bus contain stored values, which must not be logged. They have no event id.
    private static final EventPattern DOMAIN_EVENTS = new EventPattern(Map.of(
            "source",
            List.of(Map.of("prefix", "backplane.")),
            "detail",
            Map.of("eventId", List.of(Map.of("exists", true)))));

    private final EventBus bus;
    private final Alarms alarms;

    EventsStack(Construct scope, StageSettings stage) {
        super(scope, stage, "Events", "Backplane: event bus of all services");
        String busName = "backplane-" + stage.stage();
        this.bus = EventBus.Builder.create(this, "Bus")
                .eventBusName(busName)
                .description("Domain events of the Backplane services")
                // Without details: events contain stored values, which must not be logged.
                .logConfig(LogConfig.builder()
                        .level(Level.ERROR)
                        .includeDetail(IncludeDetail.NONE)
                        .build())
                .build();
        logErrors(stage);
        logEvents(stage);
        this.alarms = new Alarms(this, stage);
        alarms.raise(
                "event-log-failures",
                ServiceMetrics.ofRule(busName, stage.nameOf(RULE), "FailedInvocations"),
                1,
                Runbook.EVENT_LOG_FAILURES);
        alarms.raise("function-throttles", ServiceMetrics.functionThrottles(), 1, Runbook.FUNCTION_THROTTLES);
        if (stage.alarms() && stage.alarmTopicArn().isEmpty() && !stage.stage().equals("dev")) {
            Annotations.of(this)
                    .addWarningV2(
                            "backplane:noAlarmTopic",
                            "The stage " + stage.stage() + " has no alarmTopicArn: its alarms send no notifications.");
        }
        output("EventBusName", bus.getEventBusName(), "The bus to put rules on");
    }

    /** Configures the delivery of bus logs. The log level alone sets what is logged, not the destination. */
    private void logErrors(StageSettings stage) {
        String name = stage.nameOf("bus-errors");
        // Log groups with this prefix need no resource policy for log delivery.
        LogGroup log = LogGroups.create(this, "ErrorLog", "/aws/vendedlogs/" + name, stage);
        CfnDeliverySource source = CfnDeliverySource.Builder.create(this, "ErrorSource")
                .name(name)
                .logType("ERROR_LOGS")
                .resourceArn(bus.getEventBusArn())
                .build();
        CfnDeliveryDestination destination = CfnDeliveryDestination.Builder.create(this, "ErrorDestination")
                .name(name)
                .deliveryDestinationType("CWL")
                .destinationResourceArn(log.getLogGroupArn())
                .build();
        CfnDelivery.Builder.create(this, "ErrorDelivery")
                .deliverySourceName(source.getRef())
                .deliveryDestinationArn(destination.getAttrArn())
                .build();
    }

    // A level 1 construct, because the level 2 target adds a custom resource with a function that sets the policy.
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

    // The ARN of a log group ends with ":*". EventBridge accepts such a target but delivers nothing.
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

    /** Returns the names of the alarms that belong to no service. */
    List<String> sharedAlarms() {
        return alarms.names();
    }
}
