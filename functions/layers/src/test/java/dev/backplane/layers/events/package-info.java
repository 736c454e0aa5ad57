@NullMarked
package dev.backplane.layers.events;

import org.jspecify.annotations.NullMarked;
