/** Lambda: functions, layers and the Invoke API. */
@NullMarked
package dev.backplane.local.lambda;

import org.jspecify.annotations.NullMarked;
