package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Fit;
import dev.backplane.userdata.QuotaReport;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserApp;

/** What callers see of the domain. */
final class Views {

    private Views() {}

    static String app(App app) {
        return new Members()
                .text("name", app.name().value())
                .number("quotaBytes", app.quotaBytes())
                .text("createdAt", Times.format(app.createdAt()))
                .text("updatedAt", Times.format(app.updatedAt()))
                .json();
    }

    static String written(Entry entry) {
        return new Members()
                .text("key", entry.key().value())
                .number("size", entry.size())
                .text("version", entry.version().toString())
                .text("createdAt", Times.format(entry.createdAt()))
                .text("updatedAt", Times.format(entry.updatedAt()))
                .json();
    }

    static Members listed(Entry entry) {
        Members members = new Members()
                .text("key", entry.key().value())
                .number("size", entry.size())
                .text("version", entry.version().toString())
                .text("updatedAt", Times.format(entry.updatedAt()));
        entry.contentType().ifPresent(type -> members.text("contentType", type));
        return members;
    }

    static String fit(Fit fit) {
        return new Members()
                .flag("fits", fit.fits())
                .number("limitBytes", fit.limitBytes())
                .number("usedBytes", fit.usedBytes())
                .number("neededBytes", fit.neededBytes())
                .json();
    }

    static String quota(QuotaReport report) {
        Usage usage = report.usage();
        return new Members()
                .number("limitBytes", report.limitBytes())
                .number("usedBytes", usage.bytes())
                .number("remainingBytes", report.remainingBytes())
                .number("items", usage.items())
                .add("json", count(usage.json()))
                .add("blob", count(usage.blob()))
                .json();
    }

    static String user(AppUser user) {
        return new Members()
                .text("user", user.user().value())
                .texts("realms", user.realms().stream().map(Realm::word).toList())
                .json();
    }

    static String userApp(UserApp app) {
        return new Members()
                .text("app", app.app().value())
                .number("bytes", app.usage().bytes())
                .number("items", app.usage().items())
                .add("json", count(app.usage().json()))
                .add("blob", count(app.usage().blob()))
                .json();
    }

    static String recount(Recount recount) {
        return new Members()
                .number("stored", recount.stored().bytes())
                .number("actual", recount.actual().bytes())
                .number("drift", recount.drift())
                .flag("repaired", recount.repaired())
                .add("json", compared(recount, Realm.JSON))
                .add("blob", compared(recount, Realm.BLOB))
                .json();
    }

    private static Obj compared(Recount recount, Realm realm) {
        return new Members()
                .add("stored", count(recount.stored().of(realm)))
                .add("actual", count(recount.actual().of(realm)))
                .object();
    }

    private static Obj count(Count count) {
        return new Members()
                .number("bytes", count.bytes())
                .number("items", count.items())
                .object();
    }
}
