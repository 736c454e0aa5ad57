/** One construct a kind of thing, for every service's stack to be built from. */
@NullMarked
package dev.backplane.infra.constructs;

import org.jspecify.annotations.NullMarked;
