package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A test hook that modifies templates before they are read. */
@FunctionalInterface
public interface TemplateEdit {

    /** Changes nothing. */
    TemplateEdit NONE = (stack, template) -> {};

    /** Changes the template of this stack in place. */
    void edit(String stack, ObjectNode template);
}
