/** The table of layers and builds. */
@NullMarked
package dev.backplane.layers.store;

import org.jspecify.annotations.NullMarked;
