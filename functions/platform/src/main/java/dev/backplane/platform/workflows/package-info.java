/** Executions of state machines. A service that uses it adds the Step Functions client to its own dependencies. */
@NullMarked
package dev.backplane.platform.workflows;

import org.jspecify.annotations.NullMarked;
