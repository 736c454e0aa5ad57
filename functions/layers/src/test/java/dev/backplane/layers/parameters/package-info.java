@NullMarked
package dev.backplane.layers.parameters;

import org.jspecify.annotations.NullMarked;
