package dev.backplane.userdata.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.ExportStore;
import dev.backplane.userdata.store.Stores;
import java.time.Duration;
import java.util.Optional;

/** Does the work of the state machine that exports users. */
public final class DataExporterHandler extends TaskHandler<JobTask> {

    /** Leaves time to send the file in progress before the function times out. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final ExportStore exports;
    private final ExportWriter writer;

    public DataExporterHandler() {
        this(Platform.lambda());
    }

    public DataExporterHandler(Platform platform) {
        super(platform, UserdataSettings.SERVICE, JobTask.class);
        Stores stores = new Stores(platform);
        this.exports = stores.exports();
        this.writer = new ExportWriter(exports, stores.exportFiles(), stores.data(), stores.usage());
    }

    @Override
    protected Object handle(JobTask task, Context context) {
        Optional<Export> current =
                exports.find(task.id()).filter(found -> found.execution().equals(task.execution()));
        return current.flatMap(export -> writer.write(export, DataExporterHandler::hasTime))
                .map(export -> export.done() ? JobResult.DONE : JobResult.MORE)
                .orElse(JobResult.SUPERSEDED);
    }

    private static boolean hasTime() {
        return Deadline.left().map(left -> left.compareTo(MARGIN) > 0).orElse(true);
    }
}
