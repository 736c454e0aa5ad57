package dev.backplane.local.bus;

import dev.backplane.local.account.Account;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import dev.backplane.local.iam.RequestContext;
import dev.backplane.local.logs.LogGroupKind;
import dev.backplane.local.logs.Logs;
import dev.backplane.local.template.Resource;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds what stands behind a target's ARN. */
final class Targets {
    private static final Principal EVENT_BRIDGE = Principal.service("events.amazonaws.com");
    private static final String LOG_GROUP_PREFIX = LogGroupKind.arn("");

    private final Iam iam;
    private final Logs logs;

    Targets(Iam iam, Logs logs) {
        this.iam = iam;
        this.logs = logs;
    }

    /** The target of a rule, or empty when the local cloud cannot deliver to it. */
    Optional<Target> find(Resource rule, String arn) {
        if (!arn.startsWith(LOG_GROUP_PREFIX)) {
            return Optional.empty();
        }
        String group = withoutStreams(arn).substring(LOG_GROUP_PREFIX.length());
        return logs.has(group) ? Optional.of(logGroup(rule, group)) : Optional.empty();
    }

    /** A group may be named by the ARN that covers its streams. */
    private static String withoutStreams(String arn) {
        return arn.endsWith(":*") ? arn.substring(0, arn.length() - 2) : arn;
    }

    private Target logGroup(Resource rule, String group) {
        RequestContext context = RequestContext.onBehalfOf(rule.arn(), Account.ID);
        return event -> {
            // EventBridge opens a stream for every event it writes.
            Consumer<String> stream = logs.open(group, event.id(), access -> iam.check(EVENT_BRIDGE, access, context));
            stream.accept(event.envelope().toString());
        };
    }
}
