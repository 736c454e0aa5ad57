package dev.backplane.local.streams;

import java.io.IOException;
import java.util.List;
import software.amazon.event.ruler.Machine;

/** Decides which records a mapping passes on. */
final class RecordFilter {
    private final Machine machine = Machine.builder().build();
    private final boolean passesAll;

    RecordFilter(List<String> patterns) {
        this.passesAll = patterns.isEmpty();
        for (String pattern : patterns) {
            try {
                machine.addRule(pattern, pattern);
            } catch (IOException failure) { // the pattern was checked when the template was read
                throw new IllegalStateException("bad filter " + pattern, failure);
            }
        }
    }

    boolean passes(ChangeRecord change) {
        return passesAll || !machine.rulesForJSONEvent(change.json()).isEmpty();
    }
}
