package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasExpiry;
import dev.backplane.deployments.store.AliasHistory;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;

/** Removes what is left of an alias after TTL deleted its route row, or the last entry of its history. */
public final class AliasExpiryHandler extends RecordHandler {

    private final AliasExpiry expiry;
    private final AliasHistory history;

    public AliasExpiryHandler() {
        this(Platform.lambda());
    }

    public AliasExpiryHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
        Stores stores = new Stores(platform);
        this.expiry = stores.expiry();
        this.history = stores.history();
    }

    @Override
    protected void handle(StreamRecord record) {
        if (!record.isExpiry()) {
            return;
        }
        String partition = record.key(PK);
        String sort = record.key(SK);
        if (partition.equals(AliasKey.ROUTES)) {
            expiry.expire(AliasKey.parse(sort).id());
        } else if (partition.startsWith(AliasKey.HISTORY_PREFIX)) {
            history.forgetBefore(AliasKey.parseHistory(partition).id(), AliasKey.revision(sort));
        }
    }
}
