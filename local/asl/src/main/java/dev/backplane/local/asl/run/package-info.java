/** The interpreter, which runs a state machine state by state. */
@NullMarked
package dev.backplane.local.asl.run;

import org.jspecify.annotations.NullMarked;
