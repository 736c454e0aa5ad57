package dev.backplane.layers.store;

/**
 * The versions that a page may contain.
 *
 * @param top the highest number
 */
record VersionRange(long top, int limit) {}
