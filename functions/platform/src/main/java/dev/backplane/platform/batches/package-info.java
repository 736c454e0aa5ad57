/** What functions have in common that are handed batches and answer which parts of them failed. */
@NullMarked
package dev.backplane.platform.batches;

import org.jspecify.annotations.NullMarked;
