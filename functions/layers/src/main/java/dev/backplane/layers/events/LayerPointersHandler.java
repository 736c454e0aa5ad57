package dev.backplane.layers.events;

import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.SK;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.parameters.ParameterStore;
import dev.backplane.layers.parameters.ParameterWriter;
import dev.backplane.layers.parameters.SsmRefusalException;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.streams.StreamHandler;
import dev.backplane.platform.streams.StreamRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Writes the SSM parameters of layers whose rows have changed.
 *
 * <p>A record only says which parameters to look at; {@link ParameterWriter} reads from the table what they must name.
 * So the records of one layer in a batch are processed together.
 */
public final class LayerPointersHandler extends StreamHandler {

    /** The time for which a region that does not respond may delay the others. */
    static final Duration PATIENCE = Duration.ofMinutes(15);

    // The longest time that one layer may take.
    private static final Duration RESERVE = Duration.ofSeconds(60);

    private final ParameterWriter parameters;
    private final Clock clock;

    public LayerPointersHandler() {
        this(Platform.lambda());
    }

    public LayerPointersHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        String prefix = platform.settings().require(LayersSettings.LAYER_PARAMETER_PREFIX);
        this.parameters =
                new ParameterWriter(new ParameterStore(platform, prefix), new Stores(platform).parameterTargets());
        this.clock = platform.clock();
    }

    /**
     * The parameters of a layer that a batch may change, each with the numbers of the versions that have changed.
     *
     * @param first the first record of the layer in the batch
     */
    private record Change(StreamRecord first, Map<LayerParameter, Set<Long>> parameters) {

        Set<Long> versions(LayerParameter parameter) {
            return parameters.computeIfAbsent(parameter, _ -> new TreeSet<>());
        }

        void add(LayerKey key, Item row) {
            versions(LayerParameter.of(key.id(), new PackageVersion(row.text(PACKAGE_VERSION))))
                    .add(key.version());
        }
    }

    @Override
    protected Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
        Optional<StreamRecord> failed = Optional.empty();
        Set<RegionName> busy = new HashSet<>();
        boolean isFirst = true;
        for (Map.Entry<LayerId, Change> entry : changes(records, invocation).entrySet()) {
            LayerId id = entry.getKey();
            Change change = entry.getValue();
            if (!isFirst && isLate()) {
                return failed.or(() -> Optional.of(change.first()));
            }
            isFirst = false;
            if (!busy.contains(id.region()) && !correct(id, change, invocation)) {
                busy.add(id.region());
            }
            // Lambda delivers again from the first failed record on. Layers of other regions are done already then.
            if (failed.isEmpty() && busy.contains(id.region())) {
                failed = Optional.of(change.first());
            }
        }
        return failed;
    }

    private static boolean isLate() {
        return Deadline.left().filter(left -> left.compareTo(RESERVE) < 0).isPresent();
    }

    private Map<LayerId, Change> changes(List<StreamRecord> records, Invocation invocation) {
        Map<LayerId, Change> changes = new LinkedHashMap<>();
        for (StreamRecord record : records) {
            try {
                add(record, changes);
            } catch (InvalidValueException e) {
                invocation.failed(new IllegalStateException("skipped a record that cannot be read", e));
            }
        }
        return changes;
    }

    private static void add(StreamRecord record, Map<LayerId, Change> changes) {
        String partition = record.key(PK);
        String sort = record.key(SK);
        if (LayerKey.isPointer(partition, sort)) {
            LayerId id = LayerKey.layerOf(partition);
            change(changes, id, record).versions(LayerParameter.latest(id));
        } else if (LayerKey.isVersion(partition, sort)) {
            LayerKey key = LayerKey.parse(partition, sort);
            Optional<Item> before = record.oldItem().filter(LayerPointersHandler::isLive);
            Optional<Item> after = record.newItem().filter(LayerPointersHandler::isLive);
            // Other changes of a version, such as of its expiry, do not concern parameters.
            if (!before.map(LayerPointersHandler::target).equals(after.map(LayerPointersHandler::target))) {
                before.ifPresent(row -> change(changes, key.id(), record).add(key, row));
                after.ifPresent(row -> change(changes, key.id(), record).add(key, row));
            }
        }
    }

    private static Change change(Map<LayerId, Change> changes, LayerId id, StreamRecord record) {
        return changes.computeIfAbsent(id, _ -> new Change(record, new LinkedHashMap<>()));
    }

    private static boolean isLive(Item row) {
        return row.findText(DEPLOY_STATUS).isPresent();
    }

    private static List<String> target(Item row) {
        return List.of(row.text(PACKAGE_VERSION), row.text(ARN));
    }

    /** Corrects the parameters of a layer; returns whether it is done with them. */
    private boolean correct(LayerId id, Change change, Invocation invocation) {
        try {
            parameters.correct(id, change.parameters());
            return true;
        } catch (SsmRefusalException | InvalidValueException e) {
            return giveUp(id, e, invocation);
        } catch (SdkClientException e) {
            invocation.failed(e);
            return change.first().time().isBefore(clock.instant().minus(PATIENCE)) && giveUp(id, e, invocation);
        } catch (RuntimeException e) {
            invocation.failed(e);
            return false;
        }
    }

    /** Leaves parameters as they are, so that one layer or region does not delay all others. */
    private static boolean giveUp(LayerId id, RuntimeException cause, Invocation invocation) {
        invocation.failed(new IllegalStateException(
                "the parameters of " + id + " were not written; see docs/runbooks/layers.md#parameters-not-written",
                cause));
        return true;
    }
}
