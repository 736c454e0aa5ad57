package dev.backplane.platform.events;

/**
 * An event together with what it happened to.
 *
 * @param item tells items apart; the events of one item reach the bus in their order
 */
public record Change(Object item, DomainEvent event) {}
