package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchRead;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.util.List;
import java.util.Optional;

/** Several values of a user in an app at once. */
public final class BatchStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final BatchReader reader;
    private final Expirer expirer;
    private final RemovalMarks removals;

    BatchStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.reader = new BatchReader(dynamo, settings, new ValueReader(dynamo, platform.clock()));
        this.expirer = new Expirer(dynamo, settings, platform);
        this.removals = new RemovalMarks(dynamo, settings.dataJobs());
    }

    /** Returns the values of up to 100 keys, or empty when there is no such app. */
    public Optional<BatchRead> read(AppName app, UserId user, List<RealmKey> keys) {
        BatchRead read = reader.read(app, user, keys);
        // A value proves that its app exists.
        boolean exists = read.missing().size() < keys.size()
                || dynamo.get(settings.apps(), AppRow.key(app)).isPresent();
        return exists ? Optional.of(read) : Optional.empty();
    }

    /** Writes all changes of a batch, or none. */
    public BatchOutcome write(BatchWrite batch) {
        Namespace.AppData namespace = new Namespace.AppData(batch.app(), batch.user(), Realm.JSON);
        Optional<Removal.Refusal> refusal = removals.refusal(namespace);
        if (refusal.isPresent()) {
            return new BatchOutcome.BeingRemoved(refusal.get());
        }
        return expirer.orCollect(
                Optional.of(namespace),
                () -> dynamo.retry().run(new BatchSession(dynamo, settings, platform, batch)::attempt),
                BatchOutcome.QuotaExceeded.class::isInstance);
    }
}
