package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.InvalidValueException;

/** The target of a new alias as a caller names it; a dot distinguishes an alias from a deployment. */
sealed interface Target {

    record Valid(AliasTarget target) implements Target {}

    /** A text with a dot that is not an alias. */
    record BadAlias(String reason) implements Target {}

    /** A text without a dot that is not the id of a deployment. */
    record BadDeploymentId(String reason) implements Target {}

    static Target parse(String text) {
        try {
            return new Valid(strict(text));
        } catch (InvalidValueException e) {
            String reason = "The target " + e.getMessage() + ".";
            return isAlias(text) ? new BadAlias(reason) : new BadDeploymentId(reason);
        }
    }

    /**
     * Parses a target.
     *
     * @throws InvalidValueException if the text is neither an alias nor the id of a deployment
     */
    static AliasTarget strict(String text) {
        return isAlias(text)
                ? new AliasTarget.ToAlias(AliasId.parse(text))
                : new AliasTarget.ToDeployment(DeploymentId.parse(text));
    }

    private static boolean isAlias(String text) {
        return text.indexOf('.') >= 0;
    }
}
