package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.layers.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Finding;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.PackageVersion;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Decides which layer version a parameter must name. Rows decide, and are read consistently.
 *
 * <p>A version is live while its row has a status, also after it has expired: its layer still exists in Lambda.
 */
public final class ParameterTargets {

    /** The maximum number of index pages that are read, each of 1 MB. */
    private static final int MAX_PAGES = 4;

    private static final int MAX_KEYS = 100;

    /** Stands for the version that a damaged row names. It is older than all others: it decides only if none is live. */
    private static final long UNREADABLE = 0;

    private final Dynamo dynamo;
    private final String table;

    ParameterTargets(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /**
     * Returns the ARN that a parameter must have as its value; empty if the parameter must not exist.
     *
     * <p>Several sources name candidates, and the newest that is live is taken. The index has all of them, but lags. A
     * version that it does not contain yet is the latest one, or is given when its own change is processed, or is what
     * the parameter names since then.
     *
     * @param current the value of the parameter
     * @param versions the numbers of versions that have changed
     * @throws InvalidValueException if a damaged row decides; the parameter must stay as it is
     */
    public Optional<LayerArn> of(LayerParameter parameter, Optional<LayerArn> current, Collection<Long> versions) {
        if (parameter.label().isEmpty()) {
            return latest(parameter.id()).map(Layer::arn);
        }
        Set<Long> candidates = new TreeSet<>(Comparator.reverseOrder());
        candidates.addAll(versions);
        latestVersion(parameter.id()).ifPresent(candidates::add);
        current.flatMap(arn -> registered(parameter.id(), arn)).ifPresent(candidates::add);
        query(parameter.id()).stream()
                .filter(row -> mayName(parameter, row))
                .map(row -> row.read(ParameterTargets::key).map(LayerKey::version))
                .forEach(version -> candidates.add(version.orElse(UNREADABLE)));
        return candidates.stream()
                .flatMap(version -> candidate(parameter, version).stream())
                .findFirst()
                .map(Layer::arn);
    }

    private Optional<Long> latestVersion(LayerId id) {
        try {
            return latest(id).map(Layer::version);
        } catch (InvalidValueException _) {
            return Optional.of(UNREADABLE);
        }
    }

    /** Returns the version of a layer that an ARN is registered as. */
    private Optional<Long> registered(LayerId id, LayerArn arn) {
        return dynamo.get(table, LayerKey.mark(arn))
                .map(mark -> mark.read(LayerRows::holder).orElse(new LayerKey(id, UNREADABLE)))
                .filter(key -> key.id().equals(id))
                .map(LayerKey::version);
    }

    private Optional<Layer> candidate(LayerParameter parameter, long version) {
        if (version == UNREADABLE) {
            throw new InvalidValueException("damaged row that may name a version for " + parameter.path());
        }
        return dynamo.get(table, new LayerKey(parameter.id(), version).attributes())
                .filter(row -> row.findText(DEPLOY_STATUS).isPresent() && mayName(parameter, row))
                .map(row -> require(row, LayerRows::toLayer))
                .filter(ParameterTargets::isLive);
    }

    private static <T> T require(Item row, Function<Item, T> conversion) {
        try {
            return conversion.apply(row);
        } catch (RuntimeException e) {
            InvalidValueException damage =
                    new InvalidValueException("damaged row " + row.text(PK) + " " + row.text(SK), e);
            Invocation.recordFailure(damage);
            throw damage;
        }
    }

    /** Returns whether a parameter may name the version of a row, as far as a damaged row tells. */
    private static boolean mayName(LayerParameter parameter, Item row) {
        return row.findText(PACKAGE_VERSION)
                .map(version -> LayerParameter.of(parameter.id(), new PackageVersion(version)))
                .filter(other -> !other.equals(parameter))
                .isEmpty();
    }

    private static LayerKey key(Item row) {
        return LayerKey.parse(row.text(PK), row.text(SK));
    }

    /**
     * Returns the version that the pointer of a layer names.
     *
     * @throws InvalidValueException if the pointer is damaged
     */
    public Optional<Layer> latest(LayerId id) {
        return dynamo.get(table, LayerKey.pointer(id))
                .filter(pointer -> pointer.attributes().containsKey(LAYER_VERSION)
                        || pointer.attributes().containsKey(ARN))
                .map(pointer -> require(pointer, row -> LayerRows.latest(row).orElseThrow()));
    }

    /**
     * Returns what is wrong with ARNs of layers that exist in Lambda.
     *
     * <p>An ARN is unregistered if it belongs neither to a live version nor to one whose deletion failed. A damaged row
     * does not show that.
     */
    public Map<LayerArn, Finding.Kind> findings(List<LayerArn> arns) {
        Map<Map<String, AttributeValue>, Item> marks =
                getAll(arns.stream().map(LayerKey::mark).toList());
        Map<Map<String, AttributeValue>, Item> versions = getAll(marks.values().stream()
                .flatMap(mark -> mark.read(LayerRows::holder).stream())
                .map(LayerKey::attributes)
                .distinct()
                .toList());
        Map<LayerArn, Finding.Kind> findings = new LinkedHashMap<>();
        for (LayerArn arn : arns) {
            Optional<Item> mark = Optional.ofNullable(marks.get(LayerKey.mark(arn)));
            try {
                if (mark.map(row -> require(row, LayerRows::holder))
                        .map(key -> versions.get(key.attributes()))
                        .map(row -> require(row, LayerRows::toLayer))
                        .filter(layer -> layer.status() != DeployStatus.DELETED)
                        .filter(layer -> layer.arn().equals(arn))
                        .isEmpty()) {
                    findings.put(arn, Finding.Kind.LAYER_UNREGISTERED);
                }
            } catch (InvalidValueException _) {
                findings.put(arn, Finding.Kind.ROW_UNREADABLE);
            }
        }
        return findings;
    }

    private Map<Map<String, AttributeValue>, Item> getAll(List<Map<String, AttributeValue>> keys) {
        return IntStream.iterate(0, from -> from < keys.size(), from -> from + MAX_KEYS)
                .mapToObj(from -> keys.subList(from, Math.min(from + MAX_KEYS, keys.size())))
                .flatMap(batch -> dynamo.getAll(table, batch).stream())
                .collect(Collectors.toMap(row -> Attributes.key(row.text(PK), row.text(SK)), Function.identity()));
    }

    /** Returns a version if it is live; a damaged row is logged and left out. */
    public Optional<Layer> live(LayerKey key) {
        return dynamo.get(table, key.attributes())
                .flatMap(row -> row.read(LayerRows::toLayer))
                .filter(ParameterTargets::isLive);
    }

    private static boolean isLive(Layer layer) {
        return layer.status() == DeployStatus.LATEST || layer.status() == DeployStatus.DEPRECATED;
    }

    /** Lists the live versions of a layer from an index, which lags slightly; damaged rows are logged and left out. */
    public List<Layer> listLive(LayerId id) {
        return query(id).stream()
                .flatMap(row -> row.read(LayerRows::toLayer).stream())
                .toList();
    }

    private List<Item> query(LayerId id) {
        List<Item> found = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        int pages = 0;
        do {
            Rows rows = dynamo.query(
                    ItemQuery.of(table, equal(PACKAGE, Values.text(id.name().value())))
                            .index(LayerStore.PACKAGE_GLOBAL)
                            .filter(equal(REGION, Values.text(id.region().value())))
                            .after(start));
            found.addAll(rows.items());
            start = rows.last();
            pages++;
        } while (start.isPresent() && pages < MAX_PAGES);
        return found;
    }
}
