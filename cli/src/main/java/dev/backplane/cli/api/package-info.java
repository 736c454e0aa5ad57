/** The commands that are one call of an API, as data: route, parameters and columns. */
@NullMarked
package dev.backplane.cli.api;

import org.jspecify.annotations.NullMarked;
