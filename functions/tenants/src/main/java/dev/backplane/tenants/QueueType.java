package dev.backplane.tenants;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The direction of a tenant's queue. */
public enum QueueType {
    /** From the bus to the tenant; every tenant has one. */
    INBOUND("Inbound"),
    /** From the tenant to the bus; only tenants of older stacks have one of their own. */
    OUTBOUND("Outbound");

    private final String value;

    QueueType(String value) {
        this.value = value;
    }

    /** Reads a type, ignoring case. */
    public static Optional<QueueType> find(String text) {
        // Not equalsIgnoreCase, which treats a dotless i as an i.
        String lower = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(type -> type.value.toLowerCase(Locale.ROOT).equals(lower))
                .findFirst();
    }

    public String value() {
        return value;
    }
}
