package dev.backplane.local.eventbridge;

/** A rule target. */
@FunctionalInterface
interface EventTarget {

    void deliver(BusEvent event) throws DeliveryException;
}
