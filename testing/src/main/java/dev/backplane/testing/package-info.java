/** Test fixtures that modules share: DynamoDB Local, a test platform, HTTP calls, races, architecture rules. */
@NullMarked
package dev.backplane.testing;

import org.jspecify.annotations.NullMarked;
