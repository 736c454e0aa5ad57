package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ARCHITECTURES;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.CREATED;
import static dev.backplane.layers.store.Attributes.DELETED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED_REASON;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.KEPT;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_HASH;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;
import static dev.backplane.layers.store.Attributes.RUNTIMES;
import static dev.backplane.layers.store.Attributes.SK;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.FailedDeletion;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts between layers and their rows, and states conditions on the rows. */
final class LayerRows {

    private LayerRows() {}

    static Condition has(DeployStatus status) {
        return Condition.equal(DEPLOY_STATUS, Values.text(status.value()));
    }

    /** Requires a row that has not expired; DynamoDB deletes expired rows with a delay. */
    static Condition liveAt(Instant now) {
        return Condition.absent(EXPIRES).or(Condition.greater(EXPIRES, Values.number(now.getEpochSecond())));
    }

    /** Writes a version. A deleted one has no status and is therefore in no index. */
    static Item toItem(Layer layer, Cause cause) {
        Item.Builder item = describe(new LayerKey(layer.id(), layer.version()).attributes(), layer)
                .text(DELETED, layer.deleted().map(Times::format));
        if (layer.status() != DeployStatus.DELETED) {
            item.text(DEPLOY_STATUS, layer.status().value());
            Lifetimes.write(item, new LayerKey(layer.id(), layer.version()), layer.lifetime());
        }
        return Attributes.cause(item, cause).build();
    }

    /**
     * Writes the row that points to the latest version. It has no status and is therefore in no index of layers.
     *
     * @param kept the deprecated versions that do not expire
     */
    static Item toPointer(Layer latest, long maxVersion, Collection<Long> kept) {
        return describe(LayerKey.pointer(latest.id()), latest)
                .number(MAX_VERSION, maxVersion)
                .numbers(KEPT, kept)
                .build();
    }

    /** Returns a pointer with other versions that do not expire. */
    static Item keeping(Item pointer, Collection<Long> kept) {
        Map<String, AttributeValue> attributes = new HashMap<>(pointer.attributes());
        attributes.remove(KEPT);
        if (!kept.isEmpty()) {
            attributes.put(KEPT, Values.numbers(kept));
        }
        return new Item(attributes);
    }

    /** Returns the deprecated versions that do not expire. */
    static NavigableSet<Long> keptIn(Item pointer) {
        return new TreeSet<>(pointer.numbers(KEPT));
    }

    /** Writes the mark, the row that names the version that an ARN is registered as. It is in no index of layers. */
    static Item toMark(Layer layer) {
        return keyed(LayerKey.mark(layer.arn()))
                .text(PACKAGE, layer.id().name().value())
                .text(REGION, layer.id().region().value())
                .number(LAYER_VERSION, layer.version())
                .build();
    }

    /** Returns the version that a mark names. */
    static LayerKey holder(Item mark) {
        return new LayerKey(idIn(mark), mark.number(LAYER_VERSION));
    }

    private static LayerId idIn(Item item) {
        return new LayerId(new RegionName(item.text(REGION)), new PackageName(item.text(PACKAGE)));
    }

    private static Item.Builder describe(Map<String, AttributeValue> key, Layer layer) {
        Item.Builder item = keyed(key)
                .text(PACKAGE, layer.id().name().value())
                .text(REGION, layer.id().region().value())
                .number(LAYER_VERSION, layer.version())
                .text(PACKAGE_VERSION, layer.packageVersion().value())
                .text(ARN, layer.arn().value())
                .text(CREATED, Times.format(layer.created()))
                .texts(RUNTIMES, layer.compatibility().runtimes())
                .texts(ARCHITECTURES, layer.compatibility().architectures());
        layer.requirements().ifPresent(requirements -> requirements(item, requirements));
        return item;
    }

    static Item.Builder keyed(Map<String, AttributeValue> key) {
        Item.Builder item = Item.builder();
        key.forEach((name, value) -> item.text(name, value.s()));
        return item;
    }

    static void requirements(Item.Builder item, Requirements requirements) {
        item.text(REQUIREMENTS_HASH, requirements.hash().value()).text(REQUIREMENTS_TEXT, requirements.text());
    }

    static Optional<Requirements> requirements(Item item) {
        return item.findText(REQUIREMENTS_HASH)
                .map(hash -> new Requirements(new RequirementsHash(hash), item.findText(REQUIREMENTS_TEXT)));
    }

    /** Reads the row of a version, from the table or from an index. */
    static Layer toLayer(Item item) {
        LayerKey key = new LayerKey(idIn(item), item.number(LAYER_VERSION));
        if (!LayerKey.parse(item.text(PK), item.text(SK)).equals(key)) {
            throw new InvalidValueException("layer under the wrong key; expected " + key);
        }
        DeployStatus otherwise =
                item.findText(DELETE_FAILED).isPresent() ? DeployStatus.DELETE_FAILED : DeployStatus.DELETED;
        return toLayer(
                item, item.findText(DEPLOY_STATUS).map(DeployStatus::parse).orElse(otherwise));
    }

    /** Reads the latest version from its pointer; empty if that version was deleted outside Backplane. */
    static Optional<Layer> latest(Item pointer) {
        return pointer.findNumber(LAYER_VERSION).map(_ -> toLayer(pointer, DeployStatus.LATEST));
    }

    private static Layer toLayer(Item item, DeployStatus status) {
        return new Layer(
                idIn(item),
                item.number(LAYER_VERSION),
                LayerArn.parse(item.text(ARN)),
                new PackageVersion(item.text(PACKAGE_VERSION)),
                requirements(item),
                new Compatibility(item.texts(RUNTIMES), item.texts(ARCHITECTURES)),
                Times.parse(item.text(CREATED)),
                status,
                Lifetimes.of(item),
                item.findText(DELETED).map(Times::parse),
                item.findText(DELETE_FAILED)
                        .map(time -> new FailedDeletion(Times.parse(time), item.text(DELETE_FAILED_REASON))));
    }
}
