@NullMarked
package dev.backplane.pool.events;

import org.jspecify.annotations.NullMarked;
