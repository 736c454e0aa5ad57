package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import dev.backplane.local.iam.RequestContext;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Resolves target ARNs. */
final class EventTargets {

    private static final Principal EVENT_BRIDGE = Principal.service("events.amazonaws.com");
    private static final String LOG_GROUP_PREFIX = LogGroupKind.arn("");

    private final Iam iam;
    private final LogGroups logs;
    private final Queues queues;
    private final Functions functions;

    EventTargets(EventBuses.Context context) {
        this.iam = context.iam();
        this.logs = context.logs();
        this.queues = context.queues();
        this.functions = context.functions();
    }

    /** Returns the target of a rule, or empty when it is unsupported. */
    Optional<EventTarget> find(TemplateResource rule, JsonNode target) {
        String arn = target.path("Arn").asText();
        if (functions.nameOf(arn).isPresent()) {
            Optional<String> input = Optional.of(target.path("Input").asText()).filter(text -> !text.isEmpty());
            return Optional.of(new FunctionTarget(functions, arn, rule.arn(), input));
        }
        // Input is supported for functions only.
        return target.has("Input") ? Optional.empty() : find(rule, arn);
    }

    private Optional<EventTarget> find(TemplateResource rule, String arn) {
        if (queues.has(arn)) {
            return Optional.of(queue(rule, arn));
        }
        if (!arn.startsWith(LOG_GROUP_PREFIX)) {
            return Optional.empty();
        }
        String group = withoutStreams(arn).substring(LOG_GROUP_PREFIX.length());
        return logs.has(group) ? Optional.of(logGroup(rule, group)) : Optional.empty();
    }

    /** Returns the dead-letter destination, or empty when the queue does not exist. */
    Optional<EventDelivery.DeadLetters> deadLetters(TemplateResource rule, JsonNode target) {
        JsonNode arn = target.at("/DeadLetterConfig/Arn");
        if (arn.isMissingNode()) {
            return Optional.of(EventDelivery.DeadLetters.NONE);
        }
        return queues.has(arn.asText()) ? Optional.of(queue(rule, arn.asText())) : Optional.empty();
    }

    private QueueTarget queue(TemplateResource rule, String arn) {
        return new QueueTarget(queues, iam, arn, rule.arn());
    }

    /** Removes the stream wildcard of a log group ARN. */
    private static String withoutStreams(String arn) {
        return arn.endsWith(":*") ? arn.substring(0, arn.length() - 2) : arn;
    }

    private EventTarget logGroup(TemplateResource rule, String group) {
        RequestContext context = RequestContext.onBehalfOf(rule.arn(), Account.ID);
        return event -> {
            AtomicReference<@Nullable Denial> denial = new AtomicReference<>();
            // EventBridge creates one stream per event.
            Consumer<String> stream = logs.open(group, event.id(), access -> {
                Optional<Denial> found = iam.check(EVENT_BRIDGE, access, context);
                found.ifPresent(denial::set);
                return found;
            });
            stream.accept(event.envelope().toString());
            Denial refused = denial.get();
            if (refused != null) {
                throw DeliveryException.denied(refused);
            }
        };
    }
}
