package dev.backplane.local.bus;

/** What a rule delivers events to. */
@FunctionalInterface
interface Target {
    void deliver(BusEvent event) throws DeliveryException;
}
