package dev.backplane.platform.events;

import java.util.Optional;
import java.util.SortedSet;

/**
 * What became of events that were to be published.
 *
 * @param missing the indexes of those that are not on the bus
 * @param failure why; empty when none is missing
 */
public record Published(SortedSet<Integer> missing, Optional<RuntimeException> failure) {}
