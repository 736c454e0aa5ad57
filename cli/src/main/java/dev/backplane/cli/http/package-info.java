/** Calls of the suite: where it is, who calls, and what it responds. */
@NullMarked
package dev.backplane.cli.http;

import org.jspecify.annotations.NullMarked;
