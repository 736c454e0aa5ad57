/** CloudWatch alarms, which watch nothing here. */
@NullMarked
package dev.backplane.local.alarms;

import org.jspecify.annotations.NullMarked;
