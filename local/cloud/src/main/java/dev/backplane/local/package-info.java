/** The local cloud: runs synthesized templates on embedded engines, in one JVM and on loopback only. */
@NullMarked
package dev.backplane.local;

import org.jspecify.annotations.NullMarked;
