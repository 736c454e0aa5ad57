/** Lambda layers, per region. */
@NullMarked
package dev.backplane.local.layers;

import org.jspecify.annotations.NullMarked;
