/** DynamoDB stream batches and partial batch responses. */
@NullMarked
package dev.backplane.platform.streams;

import org.jspecify.annotations.NullMarked;
