/** Compares claims of accounts with the bare transaction. */
@NullMarked
package dev.backplane.bench.claims;

import org.jspecify.annotations.NullMarked;
