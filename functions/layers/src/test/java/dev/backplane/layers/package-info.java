@NullMarked
package dev.backplane.layers;

import org.jspecify.annotations.NullMarked;
