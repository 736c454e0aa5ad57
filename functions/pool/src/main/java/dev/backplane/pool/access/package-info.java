/** Access to the accounts of the pool: sessions of their roles. */
@NullMarked
package dev.backplane.pool.access;

import org.jspecify.annotations.NullMarked;
