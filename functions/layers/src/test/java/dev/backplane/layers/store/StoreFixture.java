package dev.backplane.layers.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Build;
import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.Compatibility;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Lifetime;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.Postponement;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The stores on the table of one test, and short ways to bring it into a state. */
public final class StoreFixture {

    public static final Duration EXPIRY = Duration.ofDays(60);

    /** Who makes the changes of tests that do not say so. */
    public static final Cause CAUSE = Cause.of(Actor.client("ci"));

    public final TestClock clock = new TestClock();
    public final LayerStore layers;
    public final BuildStore builds;
    public final RequirementsStore requirements;
    public final Tombstones tombstones;
    public final UsageStore usage;
    private final DynamoLocal local;

    public StoreFixture(DynamoLocal local) {
        this(local, 1);
    }

    public StoreFixture(DynamoLocal local, int keepLatest) {
        this.local = local;
        this.layers = new LayerStore(local.dynamo(), new LayersSettings(table(), EXPIRY, keepLatest), clock);
        this.builds = new BuildStore(local.dynamo(), table(), clock);
        this.requirements = new RequirementsStore(local.dynamo(), table());
        this.tombstones = new Tombstones(local.dynamo(), table(), clock);
        this.usage = new UsageStore(local.dynamo(), table(), clock);
    }

    private String table() {
        return local.table(LayerStore.TABLE);
    }

    public static LayerId id(String region, String name) {
        return new LayerId(RegionName.parse(region), PackageName.parse(name));
    }

    public static LayerKey key(String region, String name, long version) {
        return new LayerKey(id(region, name), version);
    }

    public static LayerArn arn(String region, String name, long number) {
        return LayerArn.parse(
                "arn:aws:lambda:" + region + ":000000000000:layer:" + name.replace('.', '_') + ":" + number);
    }

    /** Returns a request whose requirements name the package and Lambda's number. */
    public static NewLayer request(String region, String name, long number) {
        return new NewLayer(
                id(region, name),
                arn(region, name, number),
                PackageVersion.parse("1.0." + number),
                Optional.of(Requirements.of(name + "==1.0." + number + "\n")),
                Compatibility.ANY);
    }

    public Layer register(String region, String name, long number) {
        return registered(layers.insertLayer(request(region, name, number), CAUSE));
    }

    public void registerWithText(String region, String name, long number, String text) {
        registered(layers.insertLayer(withRequirements(region, name, number, Requirements.of(text)), CAUSE));
    }

    public void registerWithHash(String region, String name, long number, RequirementsHash hash) {
        registered(layers.insertLayer(withRequirements(region, name, number, Requirements.known(hash)), CAUSE));
    }

    private static NewLayer withRequirements(String region, String name, long number, Requirements requirements) {
        return new NewLayer(
                id(region, name),
                arn(region, name, number),
                PackageVersion.parse("1.0." + number),
                Optional.of(requirements),
                Compatibility.ANY);
    }

    /** Returns a row that TTL has not come to yet. */
    Item expired(Layer like, long version) {
        return LayerRows.toItem(
                new Layer(
                        like.id(),
                        version,
                        like.arn(),
                        like.packageVersion(),
                        Optional.empty(),
                        Compatibility.ANY,
                        like.created(),
                        DeployStatus.DEPRECATED,
                        Lifetime.UNLIMITED.expiringAt(clock.instant(), clock.instant()),
                        Optional.empty(),
                        Optional.empty()),
                CAUSE);
    }

    /** Returns what is left of a version once it is deleted. */
    Item deleted(Layer like, long version) {
        return LayerRows.toItem(
                new Layer(
                        like.id(),
                        version,
                        like.arn(),
                        like.packageVersion(),
                        Optional.empty(),
                        Compatibility.ANY,
                        like.created(),
                        DeployStatus.DELETED,
                        Lifetime.UNLIMITED,
                        Optional.of(clock.instant()),
                        Optional.empty()),
                CAUSE);
    }

    /** Lets a pointer count from a higher number on. */
    void moveCounter(String region, String name, long highest) {
        put(LayerRows.toPointer(layers.getLatestInRegion(id(region, name)).orElseThrow(), highest, List.of()));
    }

    /** Writes many rows as they are. */
    void putAll(List<Item> rows) {
        for (int from = 0; from < rows.size(); from += 25) {
            List<WriteRequest> writes = rows.subList(from, Math.min(from + 25, rows.size())).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(row.attributes()))
                            .build())
                    .toList();
            local.client().batchWriteItem(batch -> batch.requestItems(Map.of(table(), writes)));
        }
    }

    public static Layer registered(RegisterOutcome outcome) {
        assertThat(outcome).isInstanceOf(RegisterOutcome.Registered.class);
        return ((RegisterOutcome.Registered) outcome).layer();
    }

    /** Registers versions whose numbers here and at Lambda are the same. */
    public void registerUpTo(String region, String name, int versions) {
        for (int number = 1; number <= versions; number++) {
            assertThat(register(region, name, number).version()).isEqualTo(number);
        }
    }

    public Build build(String name, String requirements) {
        BuildOutcome outcome = builds.insertBuild(
                new NewBuild(
                        PackageName.parse(name), PackageVersion.parse("1.0"), Requirements.of(requirements), false),
                CAUSE.actor());
        assertThat(outcome).isInstanceOf(BuildOutcome.Registered.class);
        return ((BuildOutcome.Registered) outcome).build();
    }

    public Layer version(String region, String name, long version) {
        return layers.getVersion(key(region, name, version)).orElseThrow();
    }

    /** Removes a row as TTL or a person would, and returns what it held. */
    public RemovedLayer removeByHand(String region, String name, long version) {
        Map<String, AttributeValue> row = local.client()
                .deleteItem(delete -> delete.tableName(table())
                        .key(key(region, name, version).attributes())
                        .returnValues("ALL_OLD"))
                .attributes();
        return RemovedLayer.of(new Item(row)).orElseThrow();
    }

    /** Returns a row as a stream record holds it. */
    public String image(RemovedLayer removed) {
        return removed.row().attributes().entrySet().stream()
                .map(entry -> new Text(entry.getKey()).compact() + ":" + image(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String image(AttributeValue value) {
        if (value.hasSs()) {
            return "{\"SS\":"
                    + value.ss().stream()
                            .map(element -> new Text(element).compact())
                            .collect(Collectors.joining(",", "[", "]"))
                    + "}";
        }
        return value.s() == null ? "{\"N\":\"" + value.n() + "\"}" : "{\"S\":" + new Text(value.s()).compact() + "}";
    }

    public Item withArn(Item row, LayerArn arn) {
        Map<String, AttributeValue> changed = new HashMap<>(row.attributes());
        changed.put("arn", AttributeValue.fromS(arn.value()));
        return new Item(changed);
    }

    /** Returns a version's row as an edit by hand may leave it. */
    public Item withoutArn(String region, String name, long version) {
        Map<String, AttributeValue> row = new HashMap<>(local.client()
                .getItem(get ->
                        get.tableName(table()).key(key(region, name, version).attributes()))
                .item());
        row.remove("arn");
        return new Item(row);
    }

    /** Does to a version what the whole chain of a deletion does. */
    public void writeTombstone(String region, String name, long version) {
        tombstones.write(removeByHand(region, name, version));
    }

    /** Takes away a row that nothing in the service ever takes away. */
    void lose(Map<String, AttributeValue> key) {
        local.client().deleteItem(delete -> delete.tableName(table()).key(key));
    }

    public void put(Item item) {
        local.client().putItem(put -> put.tableName(table()).item(item.attributes()));
    }

    /** Returns every row of the table, which no code of the service may do. */
    public List<Item> rows() {
        return local.client().scanPaginator(scan -> scan.tableName(table()).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }

    public List<Item> rowsOfIndex(String index) {
        return local.client().scanPaginator(scan -> scan.tableName(table()).indexName(index)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Returns a row's attributes as text, so that a test can state them all. */
    public Map<String, String> row(String partition, String sort) {
        return rows().stream()
                .filter(row ->
                        row.text("pk").equals(partition) && row.text("sk").equals(sort))
                .findFirst()
                .map(StoreFixture::texts)
                .orElse(Map.of());
    }

    private static Map<String, String> texts(Item item) {
        return item.attributes().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> text(entry.getValue())));
    }

    private static String text(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> "N " + value.n();
            case SS -> "SS " + value.ss().stream().sorted().toList();
            case NS -> "NS " + value.ns().stream().sorted().toList();
            default -> throw new IllegalArgumentException("unexpected type of " + value);
        };
    }

    public LayerSweep sweep(Postponement postponement) {
        return new LayerSweep(local.dynamo(), table(), clock, postponement);
    }

    /** Removes a row as TTL does, and returns whether it had expired. */
    boolean removeIfExpired(LayerKey key, long now) {
        try {
            local.client()
                    .deleteItem(delete -> delete.tableName(table())
                            .key(key.attributes())
                            .conditionExpression("exDt <= :now")
                            .expressionAttributeValues(Map.of(":now", AttributeValue.fromN(Long.toString(now)))));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        } catch (TransactionConflictException e) {
            return removeIfExpired(key, now);
        }
    }

    /** Checks what must hold of a package's rows in a region, whatever happened before. */
    public void checkInvariants(String region, String name, long versions) {
        checkInvariants(region, name, versions, 0);
    }

    /**
     * Checks what must hold of a package's rows in a region, whatever happened before.
     *
     * @param unlimited the number of deprecated versions that have no expiry
     */
    public void checkInvariants(String region, String name, long versions, int unlimited) {
        LayerInvariants.check(
                rows().stream()
                        .filter(row -> row.findText("rgn").equals(Optional.of(region))
                                && row.findText("pckg").equals(Optional.of(name)))
                        .toList(),
                versions,
                unlimited);
    }
}
