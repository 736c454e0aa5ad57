/** Environment variables, read in one place. */
@NullMarked
package dev.backplane.platform.settings;

import org.jspecify.annotations.NullMarked;
