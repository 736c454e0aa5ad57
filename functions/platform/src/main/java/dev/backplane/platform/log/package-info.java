/** One JSON log line with metrics for each invocation. */
@NullMarked
package dev.backplane.platform.log;

import org.jspecify.annotations.NullMarked;
