package dev.backplane.local.cloudformation.template;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects problems, so that one start reports all of them. */
final class TemplateProblems {

    private final Set<String> found = new LinkedHashSet<>();

    void add(TemplateLocation place, String message) {
        found.add(place + ": " + message);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new TemplateException(List.copyOf(found));
        }
    }
}
