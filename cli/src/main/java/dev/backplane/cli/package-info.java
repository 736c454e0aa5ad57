/** The command line: its commands, and what they have in common. */
@NullMarked
package dev.backplane.cli;

import org.jspecify.annotations.NullMarked;
