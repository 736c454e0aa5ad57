/** From the start of a function's process to its first answer, against other ways to write and package the same. */
@NullMarked
package dev.backplane.bench.coldstart;

import org.jspecify.annotations.NullMarked;
