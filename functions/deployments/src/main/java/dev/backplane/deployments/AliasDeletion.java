package dev.backplane.deployments;

/** The result of deleting an alias. */
public enum AliasDeletion {
    DELETED,
    NOT_FOUND,
    PROTECTED
}
