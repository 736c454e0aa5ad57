package dev.backplane.deployments;

/** What came of deleting an alias. */
public enum AliasDeletion {
    DELETED,
    NOT_FOUND,
    PROTECTED
}
