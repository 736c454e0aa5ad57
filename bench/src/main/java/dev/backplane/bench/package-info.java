/** Benchmarks of the suite. */
@NullMarked
package dev.backplane.bench;

import org.jspecify.annotations.NullMarked;
