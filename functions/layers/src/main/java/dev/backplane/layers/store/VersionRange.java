package dev.backplane.layers.store;

/**
 * Which versions a page is to hold.
 *
 * @param top the highest number that may be in it
 */
record VersionRange(long top, int limit) {}
