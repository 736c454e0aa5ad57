/** The CDK application: one stack a service, plus identity and the event bus that all services share. */
@NullMarked
package dev.backplane.infra;

import org.jspecify.annotations.NullMarked;
