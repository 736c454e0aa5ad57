/** The handler for runs that have ended, and the events of runs. */
@NullMarked
package dev.backplane.tenants.events;

import org.jspecify.annotations.NullMarked;
