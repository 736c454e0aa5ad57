/** DynamoDB: tables as declared, items, conditions and transactions as outcomes. */
@NullMarked
package dev.backplane.platform.dynamo;

import org.jspecify.annotations.NullMarked;
