package dev.backplane.deployments.store;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;

/** Creates the stores of a function; they share one client. */
public final class Stores {

    private final Platform platform;
    private final Dynamo dynamo;
    private final DeploymentsSettings settings;

    public Stores(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.dynamo();
        this.settings = DeploymentsSettings.from(platform.settings());
    }

    public DeploymentStore deployments() {
        return new DeploymentStore(dynamo, settings, platform.clock(), platform.ids());
    }

    public ProjectStore projects() {
        return new ProjectStore(dynamo, settings);
    }

    public RetentionStore retentions() {
        return new RetentionStore(dynamo, settings, platform.clock());
    }

    public DeploymentExpirer expirer() {
        return new DeploymentExpirer(dynamo, settings, platform.clock(), platform.ids());
    }

    public AliasStore aliases() {
        return new AliasStore(dynamo, settings, platform.clock());
    }

    public PromotionStore promotions() {
        return new PromotionStore(dynamo, settings, platform.clock(), platform.ids());
    }

    public AliasHistory history() {
        return new AliasHistory(dynamo, settings.aliasTable(), platform.clock());
    }

    public AliasExpiry expiry() {
        return new AliasExpiry(dynamo, settings, platform.clock());
    }

    public AliasSync sync() {
        return new AliasSync(dynamo, settings, platform.clock());
    }

    public AliasResolver resolver() {
        return new AliasResolver(dynamo, settings, platform.clock());
    }
}
