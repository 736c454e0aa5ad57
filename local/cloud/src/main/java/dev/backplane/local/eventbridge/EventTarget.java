package dev.backplane.local.eventbridge;

/** What a rule delivers events to. */
@FunctionalInterface
interface EventTarget {

    void deliver(BusEvent event) throws DeliveryException;
}
