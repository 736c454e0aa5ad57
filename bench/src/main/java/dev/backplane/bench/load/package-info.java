/** The local suite under load, side by side with bare calls to its engine. */
@NullMarked
package dev.backplane.bench.load;

import org.jspecify.annotations.NullMarked;
