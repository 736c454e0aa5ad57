package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the deliveries of a rule, one a target. */
record Deliveries(Targets targets, Delivery.Outside outside) {

    /** @param problems receives what keeps the local cloud from delivering */
    List<Delivery> of(Resource rule, List<String> problems) {
        List<Delivery> deliveries = new ArrayList<>();
        for (JsonNode declared : rule.properties().path("Targets")) {
            String arn = declared.path("Arn").asText();
            Optional<Target> target = targets.find(rule, declared);
            if (target.isEmpty()) {
                problems.add(rule + ": target " + arn + " is not known to the local cloud");
            }
            Optional<Delivery.DeadLetters> deadLetters = targets.deadLetters(rule, declared);
            if (deadLetters.isEmpty()) {
                problems.add(rule + ": there is no queue "
                        + declared.at("/DeadLetterConfig/Arn").asText());
            }
            if (target.isPresent() && deadLetters.isPresent()) {
                deliveries.add(new Delivery(
                        new Delivery.Addresses(rule.arn(), arn),
                        RetryPolicy.of(declared),
                        target.get(),
                        deadLetters.get(),
                        outside));
            }
        }
        return deliveries;
    }
}
