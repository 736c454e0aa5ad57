/** Handlers for the table's stream and for the queue of layers to delete. */
@NullMarked
package dev.backplane.layers.events;

import org.jspecify.annotations.NullMarked;
