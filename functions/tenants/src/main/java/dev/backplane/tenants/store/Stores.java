package dev.backplane.tenants.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.tenants.TenantsSettings;

/** Creates the stores of a function; they share one client. */
public final class Stores {

    private final Platform platform;
    private final Dynamo dynamo;
    private final String table;

    public Stores(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.dynamo();
        this.table = platform.settings().require(TenantsSettings.TENANT_TABLE);
    }

    public TenantStore tenants() {
        return new TenantStore(dynamo, table, platform.clock());
    }

    public UpgradeStore upgrades() {
        return new UpgradeStore(dynamo, table, platform.clock());
    }

    public UpgradePages upgradePages() {
        return new UpgradePages(dynamo, table);
    }

    public RunHistory history() {
        return new RunHistory(dynamo, table, platform.clock());
    }

    public ProfileStore profiles() {
        return new ProfileStore(dynamo, table, platform.clock());
    }

    public SuspensionStore suspensions() {
        return new SuspensionStore(dynamo, table, platform.clock());
    }

    public MetadataStore metadata() {
        return new MetadataStore(dynamo, table, platform.clock());
    }

    public AuditStore audits() {
        return new AuditStore(dynamo, table, platform.clock());
    }
}
