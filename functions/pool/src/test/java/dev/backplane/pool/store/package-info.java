@NullMarked
package dev.backplane.pool.store;

import org.jspecify.annotations.NullMarked;
