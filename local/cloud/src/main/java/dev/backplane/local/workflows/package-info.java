/** Step Functions: state machines and their executions. */
@NullMarked
package dev.backplane.local.workflows;

import org.jspecify.annotations.NullMarked;
