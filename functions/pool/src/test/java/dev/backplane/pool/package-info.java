@NullMarked
package dev.backplane.pool;

import org.jspecify.annotations.NullMarked;
