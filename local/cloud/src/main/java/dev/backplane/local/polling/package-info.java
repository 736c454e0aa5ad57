/** Event source mappings of queues: messages on their way to functions. */
@NullMarked
package dev.backplane.local.polling;

import org.jspecify.annotations.NullMarked;
