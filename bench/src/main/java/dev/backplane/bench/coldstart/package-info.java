/** Measures the time from the start of a function to its first response, compared with other implementations. */
@NullMarked
package dev.backplane.bench.coldstart;

import org.jspecify.annotations.NullMarked;
