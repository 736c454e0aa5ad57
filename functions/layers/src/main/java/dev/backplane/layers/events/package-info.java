/** Handlers of the table's stream and of the queue of layers to delete. */
@NullMarked
package dev.backplane.layers.events;

import org.jspecify.annotations.NullMarked;
