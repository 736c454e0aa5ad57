/** A store. */
@NullMarked
package dev.backplane.testing.sample.store;

import org.jspecify.annotations.NullMarked;
