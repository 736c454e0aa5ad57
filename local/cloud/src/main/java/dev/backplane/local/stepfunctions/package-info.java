/** Step Functions: state machines and their executions. */
@NullMarked
package dev.backplane.local.stepfunctions;

import org.jspecify.annotations.NullMarked;
