/** Shared parts of functions that process batches and report which items failed. */
@NullMarked
package dev.backplane.platform.batches;

import org.jspecify.annotations.NullMarked;
