package dev.backplane.platform.events;

import java.util.Optional;
import java.util.SortedSet;

/**
 * The result of publishing events.
 *
 * @param missing the indexes of the events that were not published
 * @param failure the reason; empty if none is missing
 */
public record Published(SortedSet<Integer> missing, Optional<RuntimeException> failure) {}
