package dev.backplane.platform.events;

/**
 * An event with an ordering key.
 *
 * @param key what the event is about, such as the key of an item; events of equal keys are published in order
 */
public record KeyedEvent(Object key, DomainEvent event) {}
