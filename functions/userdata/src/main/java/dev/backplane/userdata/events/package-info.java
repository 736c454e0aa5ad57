/** Functions that a schedule invokes. */
@NullMarked
package dev.backplane.userdata.events;

import org.jspecify.annotations.NullMarked;
