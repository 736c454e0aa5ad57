/** The domain of the layer registry: layers, builds, and how they change. */
@NullMarked
package dev.backplane.layers;

import org.jspecify.annotations.NullMarked;
