@NullMarked
package dev.backplane.layers.api;

import org.jspecify.annotations.NullMarked;
