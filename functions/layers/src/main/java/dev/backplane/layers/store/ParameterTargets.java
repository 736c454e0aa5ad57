package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
     */
    public Optional<LayerArn> of(LayerParameter parameter, Optional<LayerArn> current, Collection<Long> versions) {
        Optional<Layer> latest = latest(parameter.id());
        if (parameter.label().isEmpty()) {
            return latest.map(Layer::arn);
        }
        Set<Long> candidates = new TreeSet<>(Comparator.reverseOrder());
        candidates.addAll(versions);
        latest.ifPresent(layer -> candidates.add(layer.version()));
        current.flatMap(this::registered)
                .filter(key -> key.id().equals(parameter.id()))
                .ifPresent(key -> candidates.add(key.version()));
        listLive(parameter.id()).stream().filter(parameter::mayName).forEach(layer -> candidates.add(layer.version()));
        return candidates.stream()
                .flatMap(version -> live(new LayerKey(parameter.id(), version)).stream())
                .filter(parameter::mayName)
                .findFirst()
                .map(Layer::arn);
    }

    /** Returns the version that the pointer of a layer names. */
    public Optional<Layer> latest(LayerId id) {
        return dynamo.get(table, LayerKey.pointer(id)).flatMap(LayerRows::latest);
    }

    private Optional<LayerKey> registered(LayerArn arn) {
        return dynamo.get(table, LayerKey.mark(arn)).map(LayerRows::holder);
    }

    /** Returns those ARNs that belong neither to a live version nor to one whose deletion failed. */
    public List<LayerArn> unregistered(List<LayerArn> arns) {
        List<Map<String, AttributeValue>> versions = getAll(
                        arns.stream().map(LayerKey::mark).toList())
                .map(mark -> LayerRows.holder(mark).attributes())
                .distinct()
                .toList();
        Set<LayerArn> known = getAll(versions)
                .flatMap(row -> row.read(LayerRows::toLayer).stream())
                .filter(layer -> layer.status() != DeployStatus.DELETED)
                .map(Layer::arn)
                .collect(Collectors.toSet());
        return arns.stream().filter(arn -> !known.contains(arn)).toList();
    }

    private Stream<Item> getAll(List<Map<String, AttributeValue>> keys) {
        return IntStream.iterate(0, from -> from < keys.size(), from -> from + MAX_KEYS)
                .mapToObj(from -> keys.subList(from, Math.min(from + MAX_KEYS, keys.size())))
                .flatMap(batch -> dynamo.getAll(table, batch).stream());
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

    /** Lists the live versions of a layer from an index, which lags slightly. */
    public List<Layer> listLive(LayerId id) {
        List<Layer> versions = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        int pages = 0;
        do {
            Rows rows = dynamo.query(
                    ItemQuery.of(table, equal(PACKAGE, Values.text(id.name().value())))
                            .index(LayerStore.PACKAGE_GLOBAL)
                            .filter(equal(REGION, Values.text(id.region().value())))
                            .after(start));
            rows.items().forEach(row -> row.read(LayerRows::toLayer).ifPresent(versions::add));
            start = rows.last();
            pages++;
        } while (start.isPresent() && pages < MAX_PAGES);
        return versions;
    }
}
