/** Waiting, so that tests need not. */
@NullMarked
package dev.backplane.local.time;

import org.jspecify.annotations.NullMarked;
