package dev.backplane.local.bus;

import dev.backplane.local.account.Account;
import dev.backplane.local.template.Declaration;
import dev.backplane.local.template.Identity;
import dev.backplane.local.template.KnownProperties;
import dev.backplane.local.template.Resource;
import dev.backplane.local.template.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.event.ruler.RuleCompiler;

/** Event buses and their rules. */
public final class BusKinds {
    static final String BUS = "AWS::Events::EventBus";
    static final String RULE = "AWS::Events::Rule";

    private BusKinds() {}

    /** The kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(
                        BUS,
                        KnownProperties.used("Name").withoutEffect("for people to read", "Description", "Tags"),
                        BusKinds::bus),
                new ResourceKind(
                        RULE,
                        KnownProperties.used(
                                        "Name",
                                        "EventBusName",
                                        "EventPattern",
                                        "State",
                                        "Targets.Id",
                                        "Targets.Arn",
                                        "Targets.RetryPolicy.MaximumRetryAttempts",
                                        "Targets.RetryPolicy.MaximumEventAgeInSeconds",
                                        "Targets.DeadLetterConfig.Arn")
                                .withoutEffect("for people to read", "Description", "Tags"),
                        BusKinds::rule,
                        BusKinds::ruleProblems));
    }

    private static Identity bus(Declaration declaration) {
        String name = declaration.nameFrom("Name");
        return new Identity(name, Map.of("Arn", EventBuses.arn(name), "Name", name));
    }

    private static Identity rule(Declaration declaration) {
        String name = declaration.nameFrom("Name");
        String bus = declaration.text("EventBusName").map(EventBuses::name).orElse(EventBuses.DEFAULT);
        String path = bus.equals(EventBuses.DEFAULT) ? name : bus + "/" + name;
        return Identity.named(path, Account.arn("events", "rule/" + path));
    }

    private static List<String> ruleProblems(Resource rule) {
        if (!rule.properties().has("EventPattern")) {
            return List.of("a rule without an EventPattern is not known to the local cloud");
        }
        String pattern = rule.properties().path("EventPattern").toString();
        List<String> problems = new ArrayList<>();
        Optional.ofNullable(RuleCompiler.check(pattern))
                .ifPresent(reason -> problems.add("property EventPattern is not a pattern: " + reason));
        rule.properties().path("Targets").forEach(target -> problems.addAll(RetryPolicy.problems(target)));
        return problems;
    }
}
