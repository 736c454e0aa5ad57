/** DynamoDB tables of the templates. */
@NullMarked
package dev.backplane.local.tables;

import org.jspecify.annotations.NullMarked;
