package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.STATUS;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasSync;
import dev.backplane.deployments.store.DeploymentKey;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Updates all aliases of a deployment after its status has changed, even if the request that changed it crashed. */
public final class AliasSyncHandler extends RecordHandler {

    /** After this time the index is up to date, so a mismatch means that the count is wrong. */
    private static final Duration INDEX_LAG = Duration.ofMinutes(5);

    private final DeploymentStore deployments;
    private final AliasSync sync;
    private final Clock clock;

    public AliasSyncHandler() {
        this(Platform.lambda());
    }

    public AliasSyncHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.sync = stores.sync();
        this.clock = platform.clock();
    }

    @Override
    protected void handle(StreamRecord record) {
        // Other rows of the table, such as those of idempotency keys, are no deployments.
        if (!record.key(PK).equals(DeploymentKey.PARTITION)) {
            return;
        }
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        if (!before.findText(STATUS).equals(Optional.of(after.text(STATUS)))) {
            // By the current row, not by the record: a late record must not restore an old status.
            deployments
                    .getDeploymentById(new DeploymentId(after.text(DEPLOYMENT_ID)))
                    .filter(AliasSync::isDueFor)
                    .ifPresent(deployment -> syncAll(deployment, record));
        }
    }

    private void syncAll(Deployment deployment, StreamRecord record) {
        long expected = deployment.aliasCount() + (deployment.alias().isPresent() ? 1 : 0);
        int upToDate = sync.syncRest(deployment);
        if (upToDate >= expected) {
            return;
        }
        String detail = upToDate + " of " + expected + " aliases of " + deployment.id() + " are up to date";
        if (clock.instant().isAfter(record.time().plus(INDEX_LAG))) {
            // The stored count does not match the aliases, which a retry cannot repair: the record is skipped.
            throw new InvalidValueException(detail + "; see docs/runbooks/streams.md#aliases-out-of-date");
        }
        // The index may not contain the newest aliases yet; the record is then delivered again.
        throw new Unavailable("CONTENDED", detail, INDEX_LAG);
    }
}
