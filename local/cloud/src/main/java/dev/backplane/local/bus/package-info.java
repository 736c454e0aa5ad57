/** EventBridge: buses, rules and their targets. */
@NullMarked
package dev.backplane.local.bus;

import org.jspecify.annotations.NullMarked;
