/** Domain events on the suite's bus. */
@NullMarked
package dev.backplane.platform.events;

import org.jspecify.annotations.NullMarked;
