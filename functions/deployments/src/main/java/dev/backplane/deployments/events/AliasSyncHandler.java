package dev.backplane.deployments.events;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.AliasSync;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;

/** Brings the aliases of a deployment in line with it, whatever became of the request that changed it. */
public final class AliasSyncHandler extends RecordHandler {

    private final DeploymentStore deployments;
    private final AliasSync sync;

    public AliasSyncHandler() {
        this(Platform.lambda());
    }

    public AliasSyncHandler(Platform platform) {
        super(platform, DeploymentEvents.SERVICE);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.sync = stores.sync();
    }

    @Override
    protected void handle(StreamRecord record) {
        if (!record.oldText("Status").equals(record.newText("Status"))) {
            // As it stands now, not as the record tells: a late record must not bring the past back.
            deployments
                    .getDeploymentById(new DeploymentId(record.newText("DeploymentId")))
                    .filter(AliasSync::isDueFor)
                    .ifPresent(this::syncAll);
        }
    }

    private void syncAll(Deployment deployment) {
        long expected = deployment.aliasCount() + (deployment.alias().isPresent() ? 1 : 0);
        int inLine = sync.syncRest(deployment);
        // The index may not show an alias yet that was made just before; the record is then delivered again.
        if (inLine < expected) {
            throw new IllegalStateException(
                    inLine + " of " + expected + " aliases of " + deployment.id() + " are in line with it");
        }
    }
}
