package dev.backplane.pool;

/** The outcome of a request to store or delete a template. */
public sealed interface TemplateOutcome {

    record Stored(LeaseTemplate template) implements TemplateOutcome {}

    record Deleted() implements TemplateOutcome {}

    /** There are as many templates as the pool can have. */
    record Full() implements TemplateOutcome {}

    record NotFound() implements TemplateOutcome {}
}
