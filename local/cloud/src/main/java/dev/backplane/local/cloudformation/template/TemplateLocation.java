package dev.backplane.local.cloudformation.template;

/** A location in a template, for messages. */
record TemplateLocation(TemplateFile file, String description) {

    @Override
    public String toString() {
        return description;
    }
}
