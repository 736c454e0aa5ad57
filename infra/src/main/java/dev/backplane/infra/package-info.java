/** The CDK application: one stack per service, and the shared identity and event bus stacks. */
@NullMarked
package dev.backplane.infra;

import org.jspecify.annotations.NullMarked;
