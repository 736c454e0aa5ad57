/** Functions that are called with one value and answer one. */
@NullMarked
package dev.backplane.platform.tasks;

import org.jspecify.annotations.NullMarked;
