package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.LayerArn;
import dev.backplane.platform.dynamo.Item;
import java.util.Optional;

/**
 * A layer version whose row is deleted. Its Lambda layer is to be deleted, unless the row was a tombstone.
 *
 * @param row the row before its deletion
 */
public record RemovedLayer(LayerKey key, LayerArn arn, DeployStatus status, Item row) {

    /** Reads a deleted row; empty unless it was a live version, the note of a failed deletion, or a tombstone. */
    public static Optional<RemovedLayer> of(Item row) {
        String partition = row.text(Attributes.PK);
        String sort = row.text(Attributes.SK);
        Optional<DeployStatus> status = row.findText(Attributes.DEPLOY_STATUS)
                .map(DeployStatus::parse)
                .or(() -> row.findText(Attributes.DELETE_FAILED).map(_ -> DeployStatus.DELETE_FAILED))
                .or(() -> row.findText(Attributes.DELETED).map(_ -> DeployStatus.DELETED));
        if (status.isEmpty() || !LayerKey.isVersion(partition, sort)) {
            return Optional.empty();
        }
        return Optional.of(new RemovedLayer(
                LayerKey.parse(partition, sort), LayerArn.parse(row.text(Attributes.ARN)), status.get(), row));
    }

    /** Returns whether the row was a tombstone, so that the Lambda layer is deleted already. */
    public boolean isTombstone() {
        return status == DeployStatus.DELETED
                && row.findText(Attributes.DEPLOY_STATUS).isEmpty();
    }
}
