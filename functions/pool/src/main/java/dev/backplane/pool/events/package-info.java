/** Handlers of the table's stream and of schedules: domain events, account histories, the sweeper. */
@NullMarked
package dev.backplane.pool.events;

import org.jspecify.annotations.NullMarked;
