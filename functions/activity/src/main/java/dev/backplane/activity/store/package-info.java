/** The table of recorded events. */
@NullMarked
package dev.backplane.activity.store;

import org.jspecify.annotations.NullMarked;
