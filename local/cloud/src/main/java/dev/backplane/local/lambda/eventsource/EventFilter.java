package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import software.amazon.event.ruler.Machine;

/** Filters the records of an event source mapping. */
public final class EventFilter {

    private final Machine machine = Machine.builder().build();
    private final boolean passesAll;

    public EventFilter(List<String> patterns) {
        this.passesAll = patterns.isEmpty();
        for (String pattern : patterns) {
            try {
                machine.addRule(pattern, pattern);
            } catch (IOException failure) { // patterns are validated when the template is read
                throw new IllegalStateException("bad filter " + pattern, failure);
            }
        }
    }

    public boolean passes(JsonNode record) {
        return passesAll || !machine.rulesForJSONEvent(record).isEmpty();
    }
}
