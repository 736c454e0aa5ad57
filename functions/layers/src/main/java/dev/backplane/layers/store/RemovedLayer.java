package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.LayerArn;
import dev.backplane.platform.dynamo.Item;
import java.util.Optional;

/**
 * A layer version whose row is gone.
 *
 * @param row the row as it was
 */
public record RemovedLayer(LayerKey key, LayerArn arn, DeployStatus status, Item row) {

    /** Reads the last image of a row; empty when it was not that of a live layer version. */
    static Optional<RemovedLayer> of(Item row) {
        String partition = row.text(Attributes.PK);
        String sort = row.text(Attributes.SK);
        Optional<String> status = row.findText(Attributes.DEPLOY_STATUS);
        if (status.isEmpty() || !LayerKey.isVersion(partition, sort)) {
            return Optional.empty();
        }
        return Optional.of(new RemovedLayer(
                LayerKey.parse(partition, sort),
                LayerArn.parse(row.text(Attributes.ARN)),
                DeployStatus.parse(status.get()),
                row));
    }
}
