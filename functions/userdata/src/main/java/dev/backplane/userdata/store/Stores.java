package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.userdata.UserdataSettings;
import java.time.Duration;

/** The stores of one function, over one client. */
public final class Stores {

    private final Platform platform;
    private final Dynamo dynamo;
    private final UserdataSettings settings;

    public Stores(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.dynamo();
        this.settings = UserdataSettings.from(platform.settings());
    }

    public AppStore apps() {
        return new AppStore(dynamo, settings, platform);
    }

    public DataStore data() {
        return new DataStore(dynamo, settings, platform);
    }

    public BatchStore batches() {
        return new BatchStore(dynamo, settings, platform);
    }

    public ChangeStore changes() {
        return new ChangeStore(dynamo, settings, platform);
    }

    public CounterStore counters() {
        return new CounterStore(dynamo, settings, platform);
    }

    public ExpirySweep expirySweep() {
        return new ExpirySweep(dynamo, settings, platform);
    }

    public RemovalStore removals() {
        return new RemovalStore(dynamo, settings, platform);
    }

    public ExportStore exports() {
        return new ExportStore(dynamo, settings, platform);
    }

    public ExportFiles exportFiles() {
        return new ExportFiles(platform, settings);
    }

    Expirer expirer() {
        return new Expirer(dynamo, settings, platform);
    }

    public UploadStore uploads() {
        return new UploadStore(dynamo, settings, platform);
    }

    public BlobObjects objects() {
        return new BlobObjects(platform, settings);
    }

    public Duration uploadTime() {
        return settings.uploadTime();
    }

    public UsageStore usage() {
        return new UsageStore(dynamo, settings, platform);
    }
}
