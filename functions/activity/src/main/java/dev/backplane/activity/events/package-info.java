/** The handler for the suite's event bus. */
@NullMarked
package dev.backplane.activity.events;

import org.jspecify.annotations.NullMarked;
