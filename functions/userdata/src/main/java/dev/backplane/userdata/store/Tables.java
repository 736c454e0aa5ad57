package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.APP_KEY;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRY_SHARD;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.Index;
import dev.backplane.platform.dynamo.TableSpec.TableClass;
import dev.backplane.userdata.Realm;
import java.util.List;
import java.util.Optional;

/** The service's tables, with the names of the original design, and the usage table for quotas. */
public final class Tables {

    public static final String BY_USER = "byUser";
    public static final String BY_APP = "byApp";
    public static final String BY_EXPIRY = "byExpiry";
    public static final String BY_SEQUENCE = "bySequence";

    /** Only remembered increments and batches have a TTL. Values have none, because the counters would not change with them. */
    public static final TableSpec CALCULATED_BEHAVIOR =
            table("calculatedBehavior", TableSpec.Key.of(USER, KEY), List.of(), Optional.of(EXPIRES));

    public static final TableSpec APPS =
            table("apps", new TableSpec.Key(APP, Optional.empty()), List.of(), Optional.empty());

    public static final TableSpec APP_DATA_JSON = data("appDataJson");
    public static final TableSpec APP_DATA_BLOB = data("appDataBlob");

    /** Its index changes only with a user's first and last value in an app or realm. */
    public static final TableSpec APP_USAGE = table(
            "appUsage",
            TableSpec.Key.of(USER, APP),
            List.of(new Index(
                    BY_APP,
                    TableSpec.Key.of(APP_SHARD, USER),
                    Optional.of(List.of(UsageRow.has(Realm.JSON), UsageRow.has(Realm.BLOB))))),
            Optional.empty());

    /**
     * The last change of each key. The index is local, because only a local index can be read consistently. Rows of
     * deleted values expire.
     */
    public static final TableSpec APP_CHANGES = new TableSpec(
            "appChanges",
            TableSpec.Key.of(APP_USER, KEY),
            List.of(Index.local(BY_SEQUENCE, TableSpec.Key.of(APP_USER, SEQUENCE), Optional.empty())),
            Optional.of(EXPIRES),
            true,
            TableClass.STANDARD);

    /** Jobs that remove or export data, and the marks of what is being removed. */
    public static final TableSpec DATA_JOBS = new TableSpec(
            "dataJobs",
            TableSpec.Key.of(JobRows.SUBJECT, JobRows.ENTRY),
            List.of(),
            Optional.of(EXPIRES),
            true,
            TableClass.STANDARD);

    private Tables() {}

    private static TableSpec data(String name) {
        return table(
                name,
                TableSpec.Key.of(APP_USER, KEY),
                List.of(
                        new Index(BY_USER, TableSpec.Key.of(USER, APP_KEY), Optional.of(List.of())),
                        new Index(BY_EXPIRY, TableSpec.Key.of(EXPIRY_SHARD, EXPIRES_AT), Optional.of(List.of()))),
                Optional.empty());
    }

    private static TableSpec table(String name, TableSpec.Key key, List<Index> indexes, Optional<String> ttl) {
        return new TableSpec(name, key, indexes, ttl, false, TableClass.STANDARD);
    }
}
