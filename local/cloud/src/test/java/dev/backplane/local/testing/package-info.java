/** Shared fixtures of the local cloud's tests. */
@NullMarked
package dev.backplane.local.testing;

import org.jspecify.annotations.NullMarked;
