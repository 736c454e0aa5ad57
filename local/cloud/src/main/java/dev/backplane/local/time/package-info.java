/** Pauses and backoff, replaceable in tests. */
@NullMarked
package dev.backplane.local.time;

import org.jspecify.annotations.NullMarked;
