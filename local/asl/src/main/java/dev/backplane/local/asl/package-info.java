/** State machines in Amazon States Language: reading and checking definitions. */
@NullMarked
package dev.backplane.local.asl;

import org.jspecify.annotations.NullMarked;
