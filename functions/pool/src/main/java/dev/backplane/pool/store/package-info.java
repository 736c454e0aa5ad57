/** The pool table: its keys and items, and every access pattern. */
@NullMarked
package dev.backplane.pool.store;

import org.jspecify.annotations.NullMarked;
