/** Handlers that violate the rules. */
@NullMarked
package dev.backplane.testing.sample.api;

import org.jspecify.annotations.NullMarked;
