package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.userdata.App;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.WriteOutcome;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** The values of users. */
public final class DataStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final AppCache apps;
    private final ValueReader values;
    private final DataWriter writer;
    private final Expirer expirer;
    private final RemovalMarks removals;
    private final Clock clock;

    DataStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.apps = new AppCache(dynamo, settings.apps(), platform.clock());
        this.values = new ValueReader(dynamo, platform.clock());
        this.writer = new DataWriter(dynamo, settings, platform);
        this.expirer = new Expirer(dynamo, settings, platform);
        this.removals = new RemovalMarks(dynamo, settings.dataJobs());
        this.clock = platform.clock();
    }

    /** Sets, merges or removes a value. */
    public WriteOutcome write(ValueWrite write) {
        Optional<Removal.Refusal> refusal = removals.refusal(write.namespace());
        if (refusal.isPresent()) {
            return new WriteOutcome.BeingRemoved(refusal.get());
        }
        WriteSession.Target target = WriteSession.Target.of(write, settings);
        return expirer.orCollect(
                target.counted(),
                () -> dynamo.retry().run(new WriteSession(writer, values, apps, target)::attempt),
                WriteOutcome.QuotaExceeded.class::isInstance);
    }

    /** Checks a write against preconditions and quota, with one consistent read and without writing. */
    public QuotaCheckOutcome dryRun(Namespace namespace, DataKey key, Payload payload, Preconditions preconditions) {
        Location location = location(namespace);
        long size = key.sizeWith(payload.bytes().length);
        if (!(namespace instanceof Namespace.AppData counted)) {
            ExpectedValue current =
                    ExpectedValue.of(dynamo.get(location.table(), location.head(key)), Times.now(clock));
            return checked(
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
        ExpectedValue current = ExpectedValue.of(Optional.ofNullable(rows.get(location.table())), Times.now(clock));
        Optional<Item> usage = Optional.ofNullable(rows.get(settings.appUsage()));
        QuotaCheck check =
                new QuotaCheck(app.get().quotaBytes(), Optional.of(UsageRow.bytes(usage)), size - current.size());
        return checked(current, preconditions, check.fits() ? check : withoutExpired(counted, current, check));
    }

    /** Returns the check as a write would do it, which removes the expired values of the user first. */
    private QuotaCheck withoutExpired(Namespace.AppData namespace, ExpectedValue current, QuotaCheck check) {
        long used = check.usedBytes().orElseThrow() - expirer.expiredBytes(namespace);
        long replaced = current instanceof ExpectedValue.Expired ? current.size() : 0;
        return new QuotaCheck(check.limitBytes(), Optional.of(used), check.neededBytes() + replaced);
    }

    private static QuotaCheckOutcome checked(ExpectedValue current, Preconditions preconditions, QuotaCheck check) {
        return preconditions.holdFor(current.tag())
                ? new QuotaCheckOutcome.Checked(check)
                : new QuotaCheckOutcome.PreconditionFailed(current.tag());
    }

    public Optional<Stored> get(Namespace namespace, DataKey key) {
        return values.stored(location(namespace), key);
    }

    /** Lists the entries whose keys start with a prefix, without their values, by key. */
    public Page<Entry, DataKey> list(Namespace namespace, String prefix, int limit, Optional<DataKey> after) {
        return values.list(location(namespace), prefix, limit, after);
    }

    /** Lists values whose keys start with a prefix; a page ends early before it becomes too large. */
    public Page<Stored, DataKey> query(Namespace namespace, String prefix, int limit, Optional<DataKey> after) {
        return values.query(location(namespace), prefix, limit, after);
    }

    /** Returns whether a namespace exists. The namespace of an app exists while the app does; others always exist. */
    public boolean exists(Namespace namespace) {
        return !(namespace instanceof Namespace.AppData data)
                || dynamo.get(settings.apps(), AppRow.key(data.app())).isPresent();
    }

    private Location location(Namespace namespace) {
        return Location.of(namespace, settings);
    }
}
