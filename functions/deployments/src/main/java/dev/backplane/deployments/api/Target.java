package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.InvalidValueException;

/** The target of a new alias: a deployment, or the current target of another alias. */
sealed interface Target {

    record ToDeployment(DeploymentId id) implements Target {}

    record ToAlias(AliasId id) implements Target {}

    /** A text with a dot that is not an alias. */
    record BadAlias(String reason) implements Target {}

    /** A text without a dot that is not the id of a deployment. */
    record BadDeploymentId(String reason) implements Target {}

    static Target parse(String text) {
        boolean alias = text.indexOf('.') >= 0;
        try {
            return alias ? new ToAlias(AliasId.parse(text)) : new ToDeployment(DeploymentId.parse(text));
        } catch (InvalidValueException e) {
            String reason = "The target " + e.getMessage() + ".";
            return alias ? new BadAlias(reason) : new BadDeploymentId(reason);
        }
    }
}
