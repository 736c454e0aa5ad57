/** Functions with one input value and one result. */
@NullMarked
package dev.backplane.platform.tasks;

import org.jspecify.annotations.NullMarked;
