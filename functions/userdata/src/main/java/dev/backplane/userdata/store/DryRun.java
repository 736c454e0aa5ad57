package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.App;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.UserdataSettings;
import java.util.Map;
import java.util.Optional;

/** Checks a write against preconditions and quota, with one consistent read. */
final class DryRun {

    private final Dynamo dynamo;
    private final UserdataSettings settings;

    DryRun(Dynamo dynamo, UserdataSettings settings) {
        this.dynamo = dynamo;
        this.settings = settings;
    }

    QuotaCheckOutcome run(Namespace namespace, DataKey key, Payload payload, Preconditions preconditions) {
        Location location = Location.of(namespace, settings);
        long size = key.sizeWith(payload.bytes().length);
        if (!(namespace instanceof Namespace.AppData counted)) {
            ExpectedValue current = ExpectedValue.of(dynamo.get(location.table(), location.head(key)));
            return tried(
                    current, preconditions, new QuotaCheck(Optional.empty(), Optional.empty(), size - current.size()));
        }
        Map<String, Item> rows = dynamo.getEach(Map.of(
                location.table(), location.head(key),
                settings.apps(), AppRow.key(counted.app()),
                settings.appUsage(), UsageRow.key(counted.app(), counted.user())));
        Optional<App> app = Optional.ofNullable(rows.get(settings.apps())).map(AppRow::toApp);
        if (app.isEmpty()) {
            return new QuotaCheckOutcome.AppNotFound();
        }
        ExpectedValue current = ExpectedValue.of(Optional.ofNullable(rows.get(location.table())));
        long used = UsageRow.bytes(Optional.ofNullable(rows.get(settings.appUsage())));
        return tried(
                current,
                preconditions,
                new QuotaCheck(app.get().quotaBytes(), Optional.of(used), size - current.size()));
    }

    private static QuotaCheckOutcome tried(ExpectedValue current, Preconditions preconditions, QuotaCheck fit) {
        return preconditions.holdFor(current.tag())
                ? new QuotaCheckOutcome.Checked(fit)
                : new QuotaCheckOutcome.PreconditionFailed(current.tag());
    }
}
