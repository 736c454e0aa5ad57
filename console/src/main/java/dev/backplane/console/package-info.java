/** The site at the root of the suite's one address: what it consists of, and how it is served. */
@NullMarked
package dev.backplane.console;

import org.jspecify.annotations.NullMarked;
