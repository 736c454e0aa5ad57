/** Runs of functions that reach nobody, for what has to be ready before the first caller comes. */
@NullMarked
package dev.backplane.platform.rehearsal;

import org.jspecify.annotations.NullMarked;
