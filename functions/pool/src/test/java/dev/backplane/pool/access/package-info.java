@NullMarked
package dev.backplane.pool.access;

import org.jspecify.annotations.NullMarked;
