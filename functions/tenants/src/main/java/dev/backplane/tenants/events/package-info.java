/** What the service does when a run has ended. */
@NullMarked
package dev.backplane.tenants.events;

import org.jspecify.annotations.NullMarked;
