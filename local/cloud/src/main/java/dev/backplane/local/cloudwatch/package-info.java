/** CloudWatch: log groups, and alarms, which are accepted but not evaluated. */
@NullMarked
package dev.backplane.local.cloudwatch;

import org.jspecify.annotations.NullMarked;
