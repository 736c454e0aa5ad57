/** The comparison of the table with the parameters and with Lambda. */
@NullMarked
package dev.backplane.layers.verify;

import org.jspecify.annotations.NullMarked;
