/** Tests of the command line, against a stub that responds with the examples of the API descriptions. */
@NullMarked
package dev.backplane.cli;

import org.jspecify.annotations.NullMarked;
