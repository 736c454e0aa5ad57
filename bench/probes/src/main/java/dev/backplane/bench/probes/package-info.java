/**
 * Functions that read and return one item, each with different libraries. Their measurements decide which libraries the
 * suite uses.
 *
 * <p>Apart from the compared library, they are identical, and configured as the suite's functions: explicit region and
 * credentials.
 */
@NullMarked
package dev.backplane.bench.probes;

import org.jspecify.annotations.NullMarked;
