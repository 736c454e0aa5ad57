/** State machines in Amazon States Language: what a definition says, and whether it makes sense. */
@NullMarked
package dev.backplane.local.asl;

import org.jspecify.annotations.NullMarked;
