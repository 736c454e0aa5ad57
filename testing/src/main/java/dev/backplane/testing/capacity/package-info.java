/** Measures the capacity of each operation and compares it with docs/capacity.md. */
@NullMarked
package dev.backplane.testing.capacity;

import org.jspecify.annotations.NullMarked;
