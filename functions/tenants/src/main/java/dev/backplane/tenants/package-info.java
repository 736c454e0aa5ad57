/** The domain of tenant queues: tenants, their operations, and the decisions about them. */
@NullMarked
package dev.backplane.tenants;

import org.jspecify.annotations.NullMarked;
