/** Functions that a schedule invokes. */
@NullMarked
package dev.backplane.platform.schedules;

import org.jspecify.annotations.NullMarked;
