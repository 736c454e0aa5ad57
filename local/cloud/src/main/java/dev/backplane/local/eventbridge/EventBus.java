package dev.backplane.local.eventbridge;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import software.amazon.event.ruler.Machine;

/** An event bus with its rules. */
final class EventBus {

    private final Machine machine = Machine.builder().build();
    private final Map<String, List<EventDelivery>> deliveriesByRule = new HashMap<>();

    void addRule(String name, String pattern, List<EventDelivery> deliveries) {
        try {
            machine.addRule(name, pattern);
        } catch (IOException failure) { // patterns are validated when the template is read
            throw new IllegalStateException("rule " + name + " has a bad pattern", failure);
        }
        deliveriesByRule.put(name, deliveries);
    }

    /** Delivers an event to the targets of every rule that matches. */
    void deliver(BusEvent event) {
        for (String rule : new TreeSet<>(machine.rulesForJSONEvent(event.envelope()))) {
            deliveriesByRule.getOrDefault(rule, List.of()).forEach(delivery -> delivery.deliver(event));
        }
    }
}
