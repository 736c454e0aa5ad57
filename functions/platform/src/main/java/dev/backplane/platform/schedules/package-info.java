/** Functions that a schedule starts. */
@NullMarked
package dev.backplane.platform.schedules;

import org.jspecify.annotations.NullMarked;
