package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Creates the rows that record who deleted what, from which the events of deletions are published. They are written in
 * the transaction that deletes. No list or lookup reads their partition, and they are in no index.
 */
public final class Tombstones {

    /** The partition of the rows, in both tables. */
    public static final String PARTITION = "DELETED";

    private static final Duration KEPT = Duration.ofDays(90);

    private final Clock clock;
    private final Ids ids;

    Tombstones(Clock clock, Ids ids) {
        this.clock = clock;
        this.ids = ids;
    }

    Item of(DeploymentId id, Cause cause) {
        return row(new DeploymentKey(id).sort(), id, cause);
    }

    Item of(AliasId id, DeploymentId deployment, Cause cause) {
        return row(new AliasKey(id).toString(), deployment, cause);
    }

    /** Returns the alias whose deletion a row records, by the row's sort key. */
    public static AliasId aliasIn(String sort) {
        return AliasKey.parse(sort.substring(0, Math.max(0, sort.lastIndexOf('#'))))
                .id();
    }

    // The key is unique, because what was deleted can be created and deleted again.
    private Item row(String deleted, DeploymentId deployment, Cause cause) {
        Instant now = Times.now(clock);
        Item.Builder row = Item.builder()
                .text(Attributes.PK, PARTITION)
                .text(Attributes.SK, deleted + "#" + ids.next())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(Attributes.DEPLOYMENT_ID, deployment.value())
                .text(Attributes.DELETE_DATE, Times.format(now))
                .number(Attributes.EXPIRY, now.plus(KEPT).getEpochSecond());
        return Attributes.cause(row, cause).build();
    }
}
