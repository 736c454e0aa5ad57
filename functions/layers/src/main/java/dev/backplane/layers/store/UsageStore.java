package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.atLeast;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Inventory;
import dev.backplane.layers.Inventory.Run;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The inventory of the functions that use layers.
 *
 * <p>A row that the inventory no longer finds is hidden when the next run ends, and later removed by TTL. Nothing
 * deletes rows, so a run can stop at any point.
 */
public final class UsageStore {

    /** How long what a run found is kept, if no later run ends. */
    static final Duration KEPT = Duration.ofDays(7);

    /** The age at which a run that has not ended is started again: what it found first is outdated. */
    static final Duration LONGEST_RUN = Duration.ofDays(3);

    private static final int MOST_ROWS = 1000;
    private static final int ROWS_PER_CALL = 100;

    private static final String FUNCTION_ARN = "fnArn";
    private static final String FUNCTION_VERSION = "fnVrsn";
    private static final String ALIASES = "alss";

    /** When the run that found the row, or the last run that ended, was started. */
    private static final String INVENTORIED = "invDt";

    private static final String STARTED = "strtDt";
    private static final String MARKER = "mrkr";

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    UsageStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Returns how far the inventory of a region is. */
    public Inventory inventory(RegionName region) {
        Instant now = Times.now(clock);
        Optional<Item> row = dynamo.get(table, UsageKey.inventory(region));
        return new Inventory(
                row.flatMap(UsageStore::finished)
                        .filter(finished -> finished.plus(KEPT).isAfter(now)),
                row.flatMap(UsageStore::run)
                        .filter(run -> run.started().plus(LONGEST_RUN).isAfter(now)));
    }

    private static Optional<Instant> finished(Item row) {
        return row.findText(INVENTORIED).flatMap(time -> row.read(_ -> Times.parse(time)));
    }

    /** Returns the run that has not ended; a damaged one is logged and started again. */
    private static Optional<Run> run(Item row) {
        return row.findText(STARTED).flatMap(time -> row.read(_ -> new Run(Times.parse(time), marker(row))));
    }

    private static Optional<String> marker(Item row) {
        return row.attributes().containsKey(MARKER) ? Optional.of(row.text(MARKER)) : Optional.empty();
    }

    /** Starts a run. A run that has not ended is given up. */
    public Run start(RegionName region) {
        Run run = new Run(Times.now(clock), Optional.empty());
        dynamo.update(
                table,
                UsageKey.inventory(region),
                new ItemUpdate()
                        .set(STARTED, Values.text(Times.format(run.started())))
                        .set(EXPIRES, expiry(run))
                        .remove(MARKER));
        return run;
    }

    /**
     * Records how far a run is.
     *
     * @return the run from there; empty if another invocation continues it, or started another run
     */
    public Optional<Run> advance(RegionName region, Run run, String marker) {
        return write(region, run, new ItemUpdate().set(MARKER, Values.text(marker)))
                ? Optional.of(new Run(run.started(), Optional.of(marker)))
                : Optional.empty();
    }

    /** Ends a run: what it found is the inventory now. */
    public void finish(RegionName region, Run run) {
        write(
                region,
                run,
                new ItemUpdate()
                        .set(INVENTORIED, Values.text(Times.format(run.started())))
                        .remove(STARTED, MARKER));
    }

    private boolean write(RegionName region, Run run, ItemUpdate update) {
        ItemUpdate change = update.onlyIf(
                equal(STARTED, Values.text(Times.format(run.started()))),
                equal(MARKER, run.marker().map(Values::text)));
        return dynamo.update(table, UsageKey.inventory(region), change) instanceof Write.Applied;
    }

    /** Records that a function version uses a layer, as a run found it. What a later run found is kept. */
    public void put(LayerArn layer, FunctionUse use, Run run) {
        AttributeValue started = Values.text(Times.format(run.started()));
        Map<String, AttributeValue> row = new HashMap<>(UsageKey.of(layer, UsageKey.position(use)));
        row.put(FUNCTION_ARN, Values.text(use.functionArn()));
        row.put(FUNCTION_VERSION, Values.text(use.version()));
        row.put(INVENTORIED, started);
        row.put(EXPIRES, expiry(run));
        if (!use.aliases().isEmpty()) {
            row.put(ALIASES, AttributeValue.fromSs(use.aliases()));
        }
        dynamo.put(table, new Item(row), absent(PK).or(atMost(INVENTORIED, started)));
    }

    private static AttributeValue expiry(Run run) {
        return Values.number(run.started().plus(KEPT).getEpochSecond());
    }

    /**
     * Lists the function versions that use a layer, by name and version.
     *
     * @param inventory the start of the last run that ended; what only earlier runs found is left out
     */
    public Page<FunctionUse, String> list(LayerArn layer, Instant inventory, int limit, Optional<String> after) {
        List<FunctionUse> found = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = after.map(position -> UsageKey.of(layer, position));
        int wanted = limit + 1;
        int rows = 0;
        do {
            Rows read = query(layer, inventory, wanted, start);
            read.items().forEach(row -> row.read(UsageStore::use).ifPresent(found::add));
            rows += wanted;
            // Some rows are of earlier runs; read more rows per call from here on.
            wanted = Math.max(wanted, ROWS_PER_CALL);
            start = read.last();
        } while (start.isPresent() && found.size() <= limit && rows < MOST_ROWS);
        return start.isPresent() && found.size() <= limit
                ? new Page<>(found, start.map(UsageStore::position))
                : Page.of(found, limit, UsageKey::position);
    }

    private Rows query(LayerArn layer, Instant inventory, int limit, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(
                        table,
                        all(equal(PK, Values.text(UsageKey.partition(layer))), beginsWith(SK, UsageKey.FUNCTION)))
                .filter(atLeast(INVENTORIED, Values.text(Times.format(inventory))))
                .limit(limit)
                .after(start));
    }

    private static String position(Map<String, AttributeValue> key) {
        return new Item(key).text(SK).substring(UsageKey.FUNCTION.length());
    }

    private static FunctionUse use(Item row) {
        FunctionUse use = new FunctionUse(
                row.text(FUNCTION_ARN),
                row.text(FUNCTION_VERSION),
                row.texts(ALIASES).stream().sorted().toList());
        if (!UsageKey.position(use).equals(position(row.attributes()))) {
            throw new InvalidValueException("use of a layer under the wrong key; expected " + UsageKey.position(use));
        }
        return use;
    }
}
