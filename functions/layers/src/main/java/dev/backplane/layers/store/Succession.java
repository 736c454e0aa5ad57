package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Lifetime;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a new version changes in older ones: the previous one becomes deprecated, and those that are no longer among the
 * newest get their expiry.
 *
 * <p>Older versions are assumed to exist and not to be held. A transaction that is refused shows which ones differ.
 */
final class Succession {

    private final LayersSettings settings;
    private final LayerId id;
    private final Instant now;
    private final Optional<Long> previous;
    private final NavigableSet<Long> kept;
    private final Map<Long, Optional<Layer>> known = new HashMap<>();
    private final Map<Long, Action> actions = new HashMap<>();

    /** The previous version, if it was damaged outside Backplane; only its status changes. */
    private final Set<Long> unreadable = new HashSet<>();

    Succession(LayersSettings settings, Layer registered, Optional<Item> pointer) {
        this.settings = settings;
        this.id = registered.id();
        this.now = registered.created();
        this.previous = pointer.flatMap(item -> item.findNumber(Attributes.LAYER_VERSION));
        this.kept = pointer.map(LayerRows::keptIn).orElseGet(TreeSet::new);
    }

    /** Returns the older versions that do not expire. */
    NavigableSet<Long> kept() {
        NavigableSet<Long> newest = versions();
        while (newest.size() > settings.keepLatest() - 1) {
            newest.removeFirst();
        }
        return newest;
    }

    /** Returns the previous version and the kept ones, without those that are known to be gone. */
    private NavigableSet<Long> versions() {
        NavigableSet<Long> versions = new TreeSet<>(kept);
        previous.ifPresent(versions::add);
        versions.removeIf(
                version -> known.containsKey(version) && known.get(version).isEmpty());
        return versions;
    }

    void addTo(Transaction transaction, Cause cause) {
        actions.clear();
        NavigableSet<Long> stay = kept();
        for (long version : versions()) {
            ItemUpdate update = Attributes.cause(new ItemUpdate(), cause);
            LayerKey key = new LayerKey(id, version);
            if (isPrevious(version)) {
                update.set(Attributes.DEPLOY_STATUS, Values.text(DeployStatus.DEPRECATED.value()));
            }
            if (unreadable.contains(version)) {
                update.onlyIf(LayerRows.has(DeployStatus.LATEST));
            } else if (!stay.contains(version)) {
                Lifetime before = known.getOrDefault(version, Optional.empty())
                        .map(Layer::lifetime)
                        .orElse(Lifetime.UNLIMITED);
                Lifetimes.write(update, key, before.expiringAt(now.plus(settings.expiry()), now))
                        .onlyIf(Lifetimes.unchanged(status(version), before));
            } else if (isPrevious(version)) {
                update.onlyIf(LayerRows.has(DeployStatus.LATEST));
            } else {
                continue;
            }
            actions.put(version, transaction.update(settings.table(), key.attributes(), update));
        }
    }

    private boolean isPrevious(long version) {
        return previous.equals(Optional.of(version));
    }

    private DeployStatus status(long version) {
        return isPrevious(version) ? DeployStatus.LATEST : DeployStatus.DEPRECATED;
    }

    /** Remembers the versions that are not as assumed; one that was deleted or edited outside Backplane is left out. */
    void learn(Transaction.Refused refused) {
        actions.forEach((version, action) -> {
            if (refused.failed(action)) {
                Optional<Item> row = refused.current(action).filter(item -> hasStatus(item, version));
                Optional<Layer> layer = row.flatMap(item -> item.read(LayerRows::toLayer));
                if (isPrevious(version) && row.isPresent() && layer.isEmpty()) {
                    unreadable.add(version);
                } else {
                    known.put(version, layer);
                }
            }
        });
    }

    private boolean hasStatus(Item row, long version) {
        return row.findText(Attributes.DEPLOY_STATUS)
                .filter(status(version).value()::equals)
                .isPresent();
    }
}
