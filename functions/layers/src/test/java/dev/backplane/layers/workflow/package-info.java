@NullMarked
package dev.backplane.layers.workflow;

import org.jspecify.annotations.NullMarked;
