/** DynamoDB access: table declarations, items, conditions, and transactions with typed outcomes. */
@NullMarked
package dev.backplane.platform.dynamo;

import org.jspecify.annotations.NullMarked;
