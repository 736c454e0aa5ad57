/** Handlers for the tables' streams. */
@NullMarked
package dev.backplane.deployments.events;

import org.jspecify.annotations.NullMarked;
