/**
 * Functions that read one item and answer with it, each with other libraries, to choose those of the suite by.
 *
 * <p>But for what they are there to compare they are alike, and like the suite's own: explicit region and credentials.
 */
@NullMarked
package dev.backplane.bench.probes;

import org.jspecify.annotations.NullMarked;
