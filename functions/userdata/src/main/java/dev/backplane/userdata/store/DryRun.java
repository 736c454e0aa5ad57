package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.App;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Fit;
import dev.backplane.userdata.FitOutcome;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.UserdataSettings;
import java.util.Map;
import java.util.Optional;

/** Tells what a write would come to, by one consistent read of all that it depends on. */
final class DryRun {

    private final Dynamo dynamo;
    private final UserdataSettings settings;

    DryRun(Dynamo dynamo, UserdataSettings settings) {
        this.dynamo = dynamo;
        this.settings = settings;
    }

    FitOutcome run(Shelf shelf, DataKey key, Payload payload, Preconditions preconditions) {
        Location location = Location.of(shelf, settings);
        long size = key.sizeWith(payload.bytes().length);
        if (!(shelf instanceof Shelf.AppData counted)) {
            Seen seen = Seen.of(dynamo.get(get ->
                    get.tableName(location.table()).key(location.head(key)).consistentRead(true)));
            return tried(seen, preconditions, new Fit(Optional.empty(), Optional.empty(), size - seen.size()));
        }
        Map<String, Item> rows = dynamo.getEach(Map.of(
                location.table(), location.head(key),
                settings.apps(), AppRow.key(counted.app()),
                settings.appUsage(), UsageRow.key(counted.app(), counted.user())));
        Optional<App> app = Optional.ofNullable(rows.get(settings.apps())).map(AppRow::toApp);
        if (app.isEmpty()) {
            return new FitOutcome.AppNotFound();
        }
        Seen seen = Seen.of(Optional.ofNullable(rows.get(location.table())));
        long used = UsageRow.bytes(Optional.ofNullable(rows.get(settings.appUsage())));
        return tried(seen, preconditions, new Fit(app.get().quotaBytes(), Optional.of(used), size - seen.size()));
    }

    private static FitOutcome tried(Seen seen, Preconditions preconditions, Fit fit) {
        return preconditions.holdFor(seen.tag())
                ? new FitOutcome.Tried(fit)
                : new FitOutcome.PreconditionFailed(seen.tag());
    }
}
