/** What follows the pool table and the clock: domain events, account histories, the sweeper. */
@NullMarked
package dev.backplane.pool.events;

import org.jspecify.annotations.NullMarked;
