package dev.backplane.local.cloudformation.template;

/** Where in which template something stands. */
record TemplateLocation(TemplateFile file, String description) {

    @Override
    public String toString() {
        return description;
    }
}
