/** Measures the overhead of warm functions over their calls to AWS. */
@NullMarked
package dev.backplane.bench.warm;

import org.jspecify.annotations.NullMarked;
