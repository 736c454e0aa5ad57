/** EventBridge: buses, rules, schedules and their targets. */
@NullMarked
package dev.backplane.local.eventbridge;

import org.jspecify.annotations.NullMarked;
