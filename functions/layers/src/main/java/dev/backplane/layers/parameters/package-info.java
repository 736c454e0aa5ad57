/** The SSM parameters that name layer versions. */
@NullMarked
package dev.backplane.layers.parameters;

import org.jspecify.annotations.NullMarked;
