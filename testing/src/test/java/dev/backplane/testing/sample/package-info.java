/** A service that violates every architecture rule. */
@NullMarked
package dev.backplane.testing.sample;

import org.jspecify.annotations.NullMarked;
