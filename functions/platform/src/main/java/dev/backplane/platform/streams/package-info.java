/** DynamoDB stream batches and their partial answers. */
@NullMarked
package dev.backplane.platform.streams;

import org.jspecify.annotations.NullMarked;
