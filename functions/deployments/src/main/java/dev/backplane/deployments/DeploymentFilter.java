package dev.backplane.deployments;

import java.util.Optional;

/** The deployments of a project, or those of one branch or in one status. */
public record DeploymentFilter(ProjectName project, Optional<BranchName> branch, Optional<DeploymentStatus> status) {}
