package dev.backplane.deployments.events;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.AliasSync;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import java.time.Clock;
import java.time.Duration;

/** Brings the aliases of a deployment in line with it, whatever became of the request that changed it. */
public final class AliasSyncHandler extends RecordHandler {

    /** An index that is this late is not late: the count is wrong, and waiting would hold up other deployments. */
    private static final Duration INDEX_LAG = Duration.ofMinutes(5);

    private final DeploymentStore deployments;
    private final AliasSync sync;
    private final Clock clock;

    public AliasSyncHandler() {
        this(Platform.lambda());
    }

    public AliasSyncHandler(Platform platform) {
        super(platform, DeploymentEvents.SERVICE);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.sync = stores.sync();
        this.clock = platform.clock();
    }

    @Override
    protected void handle(StreamRecord record) {
        if (!record.oldText("Status").equals(record.newText("Status"))) {
            // As it stands now, not as the record tells: a late record must not bring the past back.
            deployments
                    .getDeploymentById(new DeploymentId(record.newText("DeploymentId")))
                    .filter(AliasSync::isDueFor)
                    .ifPresent(deployment -> syncAll(deployment, record));
        }
    }

    private void syncAll(Deployment deployment, StreamRecord record) {
        long expected = deployment.aliasCount() + (deployment.alias().isPresent() ? 1 : 0);
        int inLine = sync.syncRest(deployment);
        if (inLine >= expected) {
            return;
        }
        String detail = inLine + " of " + expected + " aliases of " + deployment.id() + " are in line with it";
        if (clock.instant().isAfter(record.time().plus(INDEX_LAG))) {
            throw new IllegalStateException(detail + ": see docs/runbooks/streams.md#aliases-out-of-line");
        }
        // The index may not show an alias yet that was made just before; the record is then delivered again.
        throw new Unavailable("CONTENDED", detail, INDEX_LAG);
    }
}
