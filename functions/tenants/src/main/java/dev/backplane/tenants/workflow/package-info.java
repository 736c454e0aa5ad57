/** What the state machines call, and the only code that knows Step Functions and CloudFormation. */
@NullMarked
package dev.backplane.tenants.workflow;

import org.jspecify.annotations.NullMarked;
