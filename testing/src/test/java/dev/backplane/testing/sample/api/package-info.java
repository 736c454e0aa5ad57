/** Handlers as they should not be. */
@NullMarked
package dev.backplane.testing.sample.api;

import org.jspecify.annotations.NullMarked;
