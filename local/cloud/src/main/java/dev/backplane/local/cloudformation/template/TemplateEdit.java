package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A change made to every template before it is read, for tests that take something away. */
@FunctionalInterface
public interface TemplateEdit {
    /** Leaves templates as they are. */
    TemplateEdit NONE = (stack, template) -> {};

    /** Changes the template of this stack in place. */
    void edit(String stack, ObjectNode template);
}
