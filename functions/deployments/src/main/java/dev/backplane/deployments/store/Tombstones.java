package dev.backplane.deployments.store;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.ProjectName;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Creates the rows that record who deleted a deployment, from which the event of the deletion is published. They are written in
 * the transaction that deletes. No list or lookup reads their partition, and they are in no index.
 */
public final class Tombstones {

    /** The partition of the rows. */
    public static final String PARTITION = "DELETED";

    /** The partition of the rows that record expirations. */
    public static final String EXPIRED = "EXPIRED";

    private static final Duration KEPT = Duration.ofDays(90);

    private final Clock clock;
    private final Ids ids;

    Tombstones(Clock clock, Ids ids) {
        this.clock = clock;
        this.ids = ids;
    }

    /** Returns the row that records that a policy did not keep a deployment, whether or not it has a stack. */
    Item expired(DeploymentId id, ProjectName project, Cause cause) {
        return row(EXPIRED, id, cause).text(Attributes.PROJECT, project.value()).build();
    }

    Item of(DeploymentId id, Cause cause) {
        return row(PARTITION, id, cause).build();
    }

    // The key is unique, because what was deleted can be created and deleted again.
    private Item.Builder row(String partition, DeploymentId id, Cause cause) {
        Instant now = Times.now(clock);
        Item.Builder row = Item.builder()
                .text(Attributes.PK, partition)
                .text(Attributes.SK, new DeploymentKey(id).sort() + "#" + ids.next())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(Attributes.DEPLOYMENT_ID, id.value())
                .text(Attributes.DELETE_DATE, Times.format(now))
                .number(Attributes.EXPIRY, now.plus(KEPT).getEpochSecond());
        return Attributes.cause(row, cause);
    }
}
