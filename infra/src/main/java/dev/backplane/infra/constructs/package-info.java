/** Constructs for the stacks of services, one for each kind of resource. */
@NullMarked
package dev.backplane.infra.constructs;

import org.jspecify.annotations.NullMarked;
