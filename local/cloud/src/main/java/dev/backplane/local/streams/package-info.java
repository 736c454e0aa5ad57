/** Event source mappings: reads DynamoDB streams and invokes functions with batches of their records. */
@NullMarked
package dev.backplane.local.streams;

import org.jspecify.annotations.NullMarked;
