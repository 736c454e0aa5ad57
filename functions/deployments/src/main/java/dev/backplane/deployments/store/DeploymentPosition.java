package dev.backplane.deployments.store;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import java.time.Instant;

/** The position of a deployment in the list by date: {@code <CreateDate>#D#<DeploymentId>}. */
public record DeploymentPosition(Instant createdAt, DeploymentId id) {

    private static final String MARK = "#D#";

    static DeploymentPosition of(Deployment deployment) {
        return new DeploymentPosition(deployment.createdAt(), deployment.id());
    }

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static DeploymentPosition parse(String text) {
        int mark = text.indexOf(MARK);
        if (mark < 0) {
            throw new InvalidValueException("not a position: " + text);
        }
        return new DeploymentPosition(
                Times.parse(text.substring(0, mark)), DeploymentId.parse(text.substring(mark + MARK.length())));
    }

    @Override
    public String toString() {
        return Times.format(createdAt) + MARK + id;
    }
}
