/** The tasks of the state machines; only this package uses Step Functions and CloudFormation. */
@NullMarked
package dev.backplane.tenants.workflow;

import org.jspecify.annotations.NullMarked;
