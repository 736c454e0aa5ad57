/** Functions as the processes that they are on Lambda. */
@NullMarked
package dev.backplane.local.runtime;

import org.jspecify.annotations.NullMarked;
