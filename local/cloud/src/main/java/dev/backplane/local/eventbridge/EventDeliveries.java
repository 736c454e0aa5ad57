package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates the deliveries of a rule, one per target. */
record EventDeliveries(EventTargets targets, EventDelivery.Context context) {

    /** @param problems receives configuration problems */
    List<EventDelivery> of(TemplateResource rule, List<String> problems) {
        List<EventDelivery> deliveries = new ArrayList<>();
        for (JsonNode declared : rule.properties().path("Targets")) {
            String arn = declared.path("Arn").asText();
            Optional<EventTarget> target = targets.find(rule, declared);
            if (target.isEmpty()) {
                problems.add(rule + ": target " + arn + " is not supported by the local cloud");
            }
            Optional<EventDelivery.DeadLetters> deadLetters = targets.deadLetters(rule, declared);
            if (deadLetters.isEmpty()) {
                problems.add(rule + ": there is no queue "
                        + declared.at("/DeadLetterConfig/Arn").asText());
            }
            if (target.isPresent() && deadLetters.isPresent()) {
                deliveries.add(new EventDelivery(
                        new EventDelivery.Addresses(rule.arn(), arn),
                        RetryPolicy.of(declared),
                        target.get(),
                        deadLetters.get(),
                        context));
            }
        }
        return deliveries;
    }
}
