/** Embedded engines in place of AWS services, each a server on loopback. */
@NullMarked
package dev.backplane.local.engines;

import org.jspecify.annotations.NullMarked;
