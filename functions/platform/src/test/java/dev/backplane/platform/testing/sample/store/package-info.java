/** A store. */
@NullMarked
package dev.backplane.platform.testing.sample.store;

import org.jspecify.annotations.NullMarked;
