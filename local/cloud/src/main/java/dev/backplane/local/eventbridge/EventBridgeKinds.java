package dev.backplane.local.eventbridge;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.event.ruler.RuleCompiler;

/** Event buses and their rules. */
public final class EventBridgeKinds {

    static final String BUS = "AWS::Events::EventBus";
    static final String RULE = "AWS::Events::Rule";
    static final String SCHEDULE = "ScheduleExpression";

    private EventBridgeKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(
                        BUS,
                        KnownProperties.used("Name")
                                .withoutEffect("the bus writes no logs", "LogConfig")
                                .withoutEffect("descriptive only", "Description", "Tags"),
                        EventBridgeKinds::bus),
                new ResourceKind(
                        RULE,
                        KnownProperties.used(
                                        "Name",
                                        "EventBusName",
                                        "EventPattern",
                                        SCHEDULE,
                                        "State",
                                        "Targets.Id",
                                        "Targets.Arn",
                                        "Targets.Input",
                                        "Targets.RetryPolicy.MaximumRetryAttempts",
                                        "Targets.RetryPolicy.MaximumEventAgeInSeconds",
                                        "Targets.DeadLetterConfig.Arn")
                                .withoutEffect("descriptive only", "Description", "Tags"),
                        EventBridgeKinds::rule,
                        EventBridgeKinds::ruleProblems));
    }

    private static ResourceIdentity bus(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("Name");
        return new ResourceIdentity(name, Map.of("Arn", EventBuses.arn(name), "Name", name));
    }

    private static ResourceIdentity rule(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("Name");
        String bus = declaration.text("EventBusName").map(EventBuses::name).orElse(EventBuses.DEFAULT);
        String path = bus.equals(EventBuses.DEFAULT) ? name : bus + "/" + name;
        return ResourceIdentity.named(path, Account.arn("events", "rule/" + path));
    }

    private static List<String> ruleProblems(TemplateResource rule) {
        boolean scheduled = rule.properties().has(SCHEDULE);
        if (scheduled == rule.properties().has("EventPattern")) {
            return List.of("a rule must have either an EventPattern or a ScheduleExpression in the" + " local cloud");
        }
        List<String> problems = new ArrayList<>(scheduled ? scheduleProblems(rule) : patternProblems(rule));
        rule.properties().path("Targets").forEach(target -> problems.addAll(RetryPolicy.problems(target)));
        return problems;
    }

    private static List<String> patternProblems(TemplateResource rule) {
        String pattern = rule.properties().path("EventPattern").toString();
        return Optional.ofNullable(RuleCompiler.check(pattern)).stream()
                .map(reason -> "property EventPattern is not a pattern: " + reason)
                .toList();
    }

    private static List<String> scheduleProblems(TemplateResource rule) {
        if (!EventBuses.name(rule.properties().path("EventBusName").asText(EventBuses.DEFAULT))
                .equals(EventBuses.DEFAULT)) {
            return List.of("only rules on the default bus may have a schedule");
        }
        try {
            Schedule.parse(rule.properties().path(SCHEDULE).asText());
            return List.of();
        } catch (IllegalArgumentException bad) {
            return List.of(String.valueOf(bad.getMessage()));
        }
    }
}
