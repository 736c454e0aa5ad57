package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.QuotaReport;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The usage of apps by users, and their quotas. */
public final class UsageStore {

    private static final int NEXT_PAGE = 100;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final UserPages users;
    private final Recounter recounter;

    UsageStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.users = new UserPages(dynamo, settings.appUsage());
        this.recounter = new Recounter(dynamo, settings, platform);
    }

    public boolean appExists(AppName app) {
        return dynamo.get(settings.apps(), AppRow.key(app)).isPresent();
    }

    /** Returns a user's usage of the quota, or empty when there is no such app. */
    public Optional<QuotaReport> quota(AppName app, UserId user) {
        Map<String, Item> rows = dynamo.getEach(Map.of(
                settings.apps(), AppRow.key(app),
                settings.appUsage(), UsageRow.key(app, user)));
        Usage usage = Optional.ofNullable(rows.get(settings.appUsage()))
                .map(UsageRow::usage)
                .orElse(Usage.NOTHING);
        return Optional.ofNullable(rows.get(settings.apps()))
                .map(AppRow::toApp)
                .map(found -> new QuotaReport(found.quotaBytes(), usage));
    }

    /** Lists the users for whom an app stores data. */
    public Page<AppUser, UserPosition> listUsers(
            AppName app, Optional<Realm> realm, int limit, Optional<UserPosition> after) {
        return users.read(app, realm, limit, after);
    }

    /** Lists the apps that store data for a user, by name. */
    public Page<UserApp, AppName> listApps(UserId user, Optional<Realm> realm, int limit, Optional<AppName> after) {
        List<UserApp> found = new ArrayList<>();
        ItemQuery query = ItemQuery.of(settings.appUsage(), equal(USER, Values.text(user.value())))
                .filter(realm.map(only -> exists(UsageRow.has(only))).orElseGet(UsageStore::hasValues))
                .consistent(true)
                .limit(limit + 1)
                .after(after.map(app -> UsageRow.key(app, user)));
        Rows read;
        do {
            read = dynamo.query(query);
            read.items().forEach(row -> row.read(UsageStore::userApp).ifPresent(found::add));
            query.limit(Math.max(limit + 1, NEXT_PAGE)).after(read.last());
        } while (read.last().isPresent() && found.size() <= limit);
        return Page.of(found, limit, UserApp::app);
    }

    /** Requires counters of values, because counters of a feed remain without any. */
    private static Condition hasValues() {
        return absent(FEED).or(exists(UsageRow.has(Realm.JSON))).or(exists(UsageRow.has(Realm.BLOB)));
    }

    private static UserApp userApp(Item row) {
        return new UserApp(AppName.parse(row.text(APP)), UsageRow.usage(row));
    }

    /** Computes the counters from the values, and optionally repairs them. */
    public Recount recount(AppName app, UserId user, boolean repair) {
        return recounter.recount(app, user, repair);
    }
}
