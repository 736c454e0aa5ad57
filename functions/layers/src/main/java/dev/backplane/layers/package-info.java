/** The registry of layers and builds: what they are and how they change. */
@NullMarked
package dev.backplane.layers;

import org.jspecify.annotations.NullMarked;
