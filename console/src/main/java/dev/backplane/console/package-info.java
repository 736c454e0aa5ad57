/** The site at the root of the suite's address: its files, headers and configuration. */
@NullMarked
package dev.backplane.console;

import org.jspecify.annotations.NullMarked;
