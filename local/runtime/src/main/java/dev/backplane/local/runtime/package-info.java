/** Functions as separate processes, as on Lambda. */
@NullMarked
package dev.backplane.local.runtime;

import org.jspecify.annotations.NullMarked;
