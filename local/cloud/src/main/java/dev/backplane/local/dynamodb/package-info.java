/** DynamoDB: tables, streams and the expiry of items. */
@NullMarked
package dev.backplane.local.dynamodb;

import org.jspecify.annotations.NullMarked;
