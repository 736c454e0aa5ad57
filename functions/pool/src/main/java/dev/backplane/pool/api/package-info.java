/** The HTTP operations of the pool, one handler each. */
@NullMarked
package dev.backplane.pool.api;

import org.jspecify.annotations.NullMarked;
