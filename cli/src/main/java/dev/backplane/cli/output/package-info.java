/** The terminal, and the forms in which responses are printed. */
@NullMarked
package dev.backplane.cli.output;

import org.jspecify.annotations.NullMarked;
