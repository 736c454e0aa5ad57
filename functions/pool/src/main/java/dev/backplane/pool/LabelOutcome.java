package dev.backplane.pool;

/** The outcome of a request to set the labels of an account. */
public sealed interface LabelOutcome {

    /** The account has the requested labels. */
    record Labeled(Account account) implements LabelOutcome {}

    /** The accounts of the pool would have more different labels than it can have. */
    record TooMany(int limit) implements LabelOutcome {}

    /** There is no such account. */
    record NotFound() implements LabelOutcome {}
}
