/** The HTTP operations of the service, one handler each. */
@NullMarked
package dev.backplane.layers.api;

import org.jspecify.annotations.NullMarked;
