@NullMarked
package dev.backplane.layers.store;

import org.jspecify.annotations.NullMarked;
