/** The expiry of items, which the engine's own sweeper does not do as AWS does. */
@NullMarked
package dev.backplane.local.ttl;

import org.jspecify.annotations.NullMarked;
