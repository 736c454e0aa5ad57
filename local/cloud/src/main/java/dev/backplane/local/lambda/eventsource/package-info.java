/** Lambda event source mappings: reads queues and table streams and invokes functions with batches. */
@NullMarked
package dev.backplane.local.lambda.eventsource;

import org.jspecify.annotations.NullMarked;
