/** Claims of accounts against the bare transaction. */
@NullMarked
package dev.backplane.bench.claims;

import org.jspecify.annotations.NullMarked;
