package dev.backplane.deployments;

import java.util.Optional;

/**
 * Where a deployment comes from, as far as its creator said so.
 *
 * @param branch only with a project
 * @param commit the id of the commit
 * @param message the message of the commit
 */
public record Origin(
        Optional<ProjectName> project, Optional<BranchName> branch, Optional<String> commit, Optional<String> message) {

    /** Nothing is known. */
    public static final Origin NONE =
            new Origin(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
