package dev.backplane.layers.store;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Postponement;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;

/** Creates the stores of a function; they share one client. */
public final class Stores {

    private final Platform platform;
    private final Dynamo dynamo;
    private final LayersSettings settings;

    public Stores(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.dynamo();
        this.settings = LayersSettings.from(platform.settings());
    }

    public LayerStore layers() {
        return new LayerStore(dynamo, settings, platform.clock());
    }

    public LayerSweep sweep(Postponement postponement) {
        return new LayerSweep(dynamo, settings.table(), platform.clock(), postponement);
    }

    public BuildStore builds() {
        return new BuildStore(dynamo, settings.table(), platform.clock());
    }

    public RequirementsStore requirements() {
        return new RequirementsStore(dynamo, settings.table());
    }

    public UsageStore usage() {
        return new UsageStore(dynamo, settings.table(), platform.clock());
    }

    public Tombstones tombstones() {
        return new Tombstones(dynamo, settings.table(), platform.clock());
    }
}
