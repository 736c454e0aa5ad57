/** A service that breaks every line of the design, to show that the rules see it. */
@NullMarked
package dev.backplane.testing.sample;

import org.jspecify.annotations.NullMarked;
