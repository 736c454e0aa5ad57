package dev.backplane.layers.events;

import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.StreamRecord;

/** The common parts of the service's events. */
final class LayerEvents {

    static final String SERVICE = "layers";

    private LayerEvents() {}

    /** Starts the event of a change of a layer version. */
    static DomainEvent.Builder event(String type, StreamRecord record, LayerKey key) {
        return record.event(SERVICE, type)
                .with("package", key.id().name().value())
                .with("region", key.id().region().value())
                .with("layerVersion", key.version());
    }
}
