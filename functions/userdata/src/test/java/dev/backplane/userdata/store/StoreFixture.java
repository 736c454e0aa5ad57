package dev.backplane.userdata.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Sha256;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.http.EntityTags;
import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UploadOutcome;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The stores over the tables of one test, and short ways to bring them into a state. */
public final class StoreFixture {

    public static final AppName NOTES = new AppName("notes");
    public static final UserId ANN = new UserId("ann");
    public static final Actor CALLER = Actor.client("tests");
    public static final Preconditions ABSENT = new Preconditions(Optional.empty(), Optional.of(EntityTags.ANY));

    private static final String MACHINE = "arn:aws:states:us-east-1:000000000000:stateMachine:data-removal";

    public final TestPlatform test;
    public final AppStore apps;
    public final DataStore data;
    public final BatchStore batches;
    public final CounterStore counters;
    public final UsageStore usage;
    public final ExpirySweep expirySweep;
    public final ChangeStore changes;
    public final RemovalStore removals;
    public final UploadStore uploads;
    public final StoredObjects objects;
    final UserdataSettings settings;
    private final DynamoLocal local;

    public StoreFixture(DynamoLocal local) {
        this.local = local;
        this.objects = new StoredObjects(local.aws().http());
        this.test = new TestPlatform(settings(local), aws());
        this.settings = UserdataSettings.from(test.platform().settings());
        Stores stores = new Stores(test.platform());
        this.apps = stores.apps();
        this.data = stores.data();
        this.batches = stores.batches();
        this.counters = stores.counters();
        this.usage = stores.usage();
        this.expirySweep = stores.expirySweep();
        this.changes = stores.changes();
        this.removals = stores.removals();
        this.uploads = stores.uploads();
    }

    private AwsConnection aws() {
        AwsConnection engine = local.aws();
        return new AwsConnection(objects, engine.credentials(), engine.region(), engine.endpoint());
    }

    /** Declares the service's tables for a test. */
    public static DynamoLocal tables() {
        return DynamoLocal.with(
                Tables.CALCULATED_BEHAVIOR,
                Tables.APPS,
                Tables.APP_DATA_JSON,
                Tables.APP_DATA_BLOB,
                Tables.APP_USAGE,
                Tables.APP_CHANGES,
                Tables.DATA_JOBS);
    }

    public static Map<String, String> settings(DynamoLocal local) {
        return Map.of(
                UserdataSettings.CALCULATED_BEHAVIOR_TABLE, local.table(Tables.CALCULATED_BEHAVIOR),
                UserdataSettings.APPS_TABLE, local.table(Tables.APPS),
                UserdataSettings.APP_DATA_JSON_TABLE, local.table(Tables.APP_DATA_JSON),
                UserdataSettings.APP_DATA_BLOB_TABLE, local.table(Tables.APP_DATA_BLOB),
                UserdataSettings.APP_USAGE_TABLE, local.table(Tables.APP_USAGE),
                UserdataSettings.APP_CHANGES_TABLE, local.table(Tables.APP_CHANGES),
                UserdataSettings.DATA_JOBS_TABLE, local.table(Tables.DATA_JOBS),
                UserdataSettings.OBJECT_BUCKET, StoredObjects.BUCKET,
                UserdataSettings.REMOVAL_MACHINE, MACHINE,
                UserdataSettings.EXPORT_MACHINE, MACHINE);
    }

    public TestClock clock() {
        return test.clock();
    }

    /** Returns a store of values as another instance of the function has it. */
    DataStore anotherProcess() {
        return new Stores(test.platform()).data();
    }

    /** Returns a client of the engine of this test, without faults at first. */
    FaultInjection faults() {
        return new FaultInjection(aws());
    }

    /** Returns the stores of another process, with faults. */
    Stores over(FaultInjection faults) {
        return new Stores(
                new Platform(Settings.of(settings(local)), faults.aws(), test.clock(), Ids.random(), _ -> {}));
    }

    /** Returns a store of values over DynamoDB as a test sees it. */
    DataStore over(Dynamo dynamo) {
        return new DataStore(dynamo, settings, test.platform());
    }

    void register(AppName app, long quotaBytes) {
        assertThat(apps.register(app, Optional.of(quotaBytes), AppOptions.NONE)).isPresent();
    }

    void registerUnlimited(AppName app) {
        assertThat(apps.register(app, Optional.empty(), AppOptions.NONE)).isPresent();
    }

    static Namespace json(AppName app, UserId user) {
        return new Namespace.AppData(app, user, Realm.JSON);
    }

    static Namespace blob(AppName app, UserId user) {
        return new Namespace.AppData(app, user, Realm.BLOB);
    }

    static DataKey key(String text) {
        return DataKey.parse(text);
    }

    /** Returns JSON whose size, with a key of one character, is a number of bytes. */
    static Payload ofSize(int size) {
        return Payload.json('"' + "x".repeat(size - 3) + '"');
    }

    static Payload bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return Payload.blob(bytes, "application/octet-stream");
    }

    static Preconditions matching(ETag tag) {
        return new Preconditions(Optional.of(EntityTags.of(tag.toString())), Optional.empty());
    }

    static BatchWrite batch(UserId user, String idempotencyKey, BatchChange... changes) {
        return batch(NOTES, user, idempotencyKey, changes);
    }

    /** Returns a batch whose digest is that of its keys and sizes. */
    static BatchWrite batch(AppName app, UserId user, String idempotencyKey, BatchChange... changes) {
        String digest = Stream.of(changes)
                .map(change -> change.key()
                        + (change.edit() instanceof Edit.Replace(Payload payload, var _) ? payload.text() : "-"))
                .collect(Collectors.joining());
        return new BatchWrite(
                app, user, List.of(changes), new IdempotencyKey(idempotencyKey), Sha256.hex(digest), CALLER);
    }

    static BatchChange put(String key, int size) {
        return new BatchChange(key(key), new Edit.Replace(ofSize(size)), Preconditions.NONE);
    }

    static BatchChange delete(String key) {
        return new BatchChange(key(key), new Edit.Remove(), Preconditions.NONE);
    }

    /** Changes a value as a caller of the API does. */
    public static WriteOutcome write(
            DataStore data, Namespace namespace, DataKey key, Edit edit, Preconditions preconditions) {
        return data.write(new ValueWrite(namespace, key, edit, preconditions, CALLER));
    }

    WriteOutcome put(Namespace namespace, String key, Payload payload) {
        return write(data, namespace, key(key), new Edit.Replace(payload), Preconditions.NONE);
    }

    Entry putOk(Namespace namespace, String key, Payload payload) {
        return written(put(namespace, key, payload));
    }

    /** Returns the request for an upload of some bytes, whose content is told apart by a number. */
    static Upload.Request request(String key, int bytes, int content) {
        return request(key, bytes, content, Optional.empty());
    }

    static Upload.Request request(String key, int bytes, int content, Optional<Duration> lifetime) {
        String sha256 = Sha256.hex(Integer.toString(content));
        return new Upload.Request(
                NOTES, ANN, key(key), new Upload.Content(bytes, "image/png", sha256), lifetime, CALLER);
    }

    static UploadStore.Reference reference(Upload upload) {
        return new UploadStore.Reference(new Namespace.AppData(NOTES, ANN, Realm.BLOB), upload.key(), upload.id());
    }

    Upload upload(Upload.Request request) {
        UploadOutcome outcome = uploads.create(request);
        assertThat(outcome).isInstanceOf(UploadOutcome.Created.class);
        return ((UploadOutcome.Created) outcome).upload();
    }

    CompletionOutcome complete(Upload upload) {
        return uploads.complete(reference(upload), Preconditions.NONE, CALLER);
    }

    static Entry completed(CompletionOutcome outcome) {
        assertThat(outcome).isInstanceOf(CompletionOutcome.Completed.class);
        return ((CompletionOutcome.Completed) outcome).entry();
    }

    /** Stores a large blob. */
    Entry putLarge(String key, int bytes) {
        Upload upload = upload(request(key, bytes, bytes));
        objects.send(upload);
        return completed(complete(upload));
    }

    /** Writes a value that expires after some seconds. */
    Entry putFor(int seconds, Namespace namespace, String key, Payload payload) {
        Edit edit = new Edit.Replace(payload, Optional.of(new Expiry.After(Duration.ofSeconds(seconds))));
        return written(write(data, namespace, key(key), edit, Preconditions.NONE));
    }

    /** Removes everything that has expired. */
    int sweep() {
        ExpirySweep.Report report = expirySweep.run(() -> true);
        assertThat(report.failures()).isEmpty();
        assertThat(report.complete()).isTrue();
        return report.removed();
    }

    Entry putOk(Namespace namespace, String key, String json) {
        return putOk(namespace, key, Payload.json(json));
    }

    WriteOutcome remove(Namespace namespace, String key) {
        return write(data, namespace, key(key), new Edit.Remove(), Preconditions.NONE);
    }

    static Entry written(WriteOutcome outcome) {
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        return ((WriteOutcome.Written) outcome).entry();
    }

    String text(Namespace namespace, String key) {
        return data.get(namespace, key(key)).orElseThrow().payload().text();
    }

    Usage usage(AppName app, UserId user) {
        return usage.quota(app, user).orElseThrow().usage();
    }

    /** Checks that the counters are right, and are as a recount finds them. */
    Usage recounted(AppName app, UserId user) {
        Recount recount = usage.recount(app, user, false);
        assertThat(recount.stored()).as("counters of %s in %s", user, app).isEqualTo(recount.actual());
        return recount.actual();
    }

    /**
     * Checks what holds between any two calls: counters equal the stored values, a guard row counts the users of its
     * shard, and each user with data belongs to an app.
     */
    void checkInvariants() {
        Map<String, Long> entered = new TreeMap<>();
        Map<String, Long> guards = new TreeMap<>();
        for (Item row : rows(settings.apps())) {
            row.findNumber(Attributes.USERS).ifPresent(users -> guards.put(row.text(Attributes.APP), users));
        }
        guards.keySet().forEach(guard -> entered.put(guard, 0L));
        for (Item row : rows(settings.appUsage())) {
            boolean former = row.findText(Attributes.APP_SHARD)
                    .filter(shard -> shard.contains("#former#"))
                    .isPresent();
            if (former) {
                assertThat(row.flag(Attributes.GUARDED)).as("guard of %s", row).isFalse();
                assertThat(UsageRow.usage(row)).isEqualTo(Usage.NOTHING);
                assertThat(row.findText(Attributes.FEED)).isPresent();
            } else if (!row.text(Attributes.USER).startsWith("\u0000")) {
                AppName app = AppName.parse(row.text(Attributes.APP));
                assertThat(apps.get(app)).as("app of %s", row).isPresent();
                recounted(app, new UserId(row.text(Attributes.USER)));
                entered.merge(row.text(Attributes.APP_SHARD), row.flag(Attributes.GUARDED) ? 1L : 0L, Long::sum);
            }
        }
        assertThat(guards).isEqualTo(entered);
        checkObjects();
    }

    /** Checks that each object belongs to a value or an open upload, or is about to be deleted, and none of them to two. */
    private void checkObjects() {
        List<UploadId> live = new ArrayList<>();
        List<UploadId> discarded = new ArrayList<>();
        for (Item row : rows(settings.appDataBlob())) {
            if (row.text(Attributes.APP_USER).equals(DiscardedObjects.PARTITION)) {
                discarded.add(new UploadId(row.text(Attributes.KEY)));
            } else if (UploadRow.isUpload(row)) {
                Stream.of(row)
                        .filter(UploadRow::isOpen)
                        .forEach(open -> live.add(UploadRow.idOf(open.text(Attributes.KEY))));
            } else {
                row.findText(Attributes.OBJECT).map(UploadId::new).ifPresent(value -> {
                    live.add(value);
                    assertThat(objects.ids()).as("objects of values").contains(value);
                });
            }
        }
        List<UploadId> all = new ArrayList<>(live);
        all.addAll(discarded);
        assertThat(all).doesNotHaveDuplicates();
        assertThat(objects.ids()).isSubsetOf(all);
    }

    /** Makes an app as it was before there were guard rows. */
    void withoutGuards(AppName app) {
        for (int shard = 0; shard < UsageRow.SHARDS; shard++) {
            delete(settings.apps(), AppRow.key(new AppName(UsageRow.shardKey(app, shard))));
        }
        rows(settings.appUsage()).stream()
                .filter(row -> row.flag(Attributes.GUARDED))
                .forEach(row -> local.client()
                        .updateItem(update -> update.tableName(settings.appUsage())
                                .key(Map.of(
                                        Attributes.USER, row.attributes().get(Attributes.USER),
                                        Attributes.APP, row.attributes().get(Attributes.APP)))
                                .updateExpression("REMOVE guarded")));
    }

    /** Changes a row behind the service's back. */
    void update(String table, Map<String, AttributeValue> key, String expression, Map<String, AttributeValue> values) {
        local.client()
                .updateItem(update -> update.tableName(table)
                        .key(key)
                        .updateExpression(expression)
                        .expressionAttributeValues(values));
    }

    /** Changes attributes whose names are reserved words. */
    void update(
            String table,
            Map<String, AttributeValue> key,
            String expression,
            Map<String, AttributeValue> values,
            Map<String, String> names) {
        local.client()
                .updateItem(update -> update.tableName(table)
                        .key(key)
                        .updateExpression(expression)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values));
    }

    void delete(String table, Map<String, AttributeValue> key) {
        local.client().deleteItem(delete -> delete.tableName(table).key(key));
    }

    /** Deletes all rows and objects. */
    void clear() {
        objects.clear();
        for (TableSpec spec : List.of(
                Tables.CALCULATED_BEHAVIOR,
                Tables.APPS,
                Tables.APP_DATA_JSON,
                Tables.APP_DATA_BLOB,
                Tables.APP_USAGE,
                Tables.APP_CHANGES,
                Tables.DATA_JOBS)) {
            String table = local.table(spec);
            rows(table)
                    .forEach(row -> delete(
                            table,
                            row.attributes().entrySet().stream()
                                    .filter(value ->
                                            value.getKey().equals(spec.key().partition())
                                                    || Optional.of(value.getKey())
                                                            .equals(spec.key().sort()))
                                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))));
        }
    }

    /** Returns every row of a table, which no code of the service may do. */
    List<Item> rows(String table) {
        return local.client().scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Returns the rows of jobs and marks. */
    public List<Item> jobRows() {
        return rows(settings.dataJobs());
    }

    List<Item> rowsOfIndex(String table, String index) {
        return local.client().scanPaginator(scan -> scan.tableName(table).indexName(index)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Writes many rows as they are. */
    void putAll(String table, List<Item> rows) {
        for (int from = 0; from < rows.size(); from += 25) {
            var writes = rows.subList(from, Math.min(from + 25, rows.size())).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(row.attributes()))
                            .build())
                    .toList();
            local.client().batchWriteItem(batch -> batch.requestItems(Map.of(table, writes)));
        }
    }

    static void repeat(int times, Consumer<Integer> work) {
        for (int i = 0; i < times; i++) {
            work.accept(i);
        }
    }
}
