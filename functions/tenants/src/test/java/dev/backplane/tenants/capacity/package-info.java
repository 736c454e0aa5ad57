/** Measures the capacity of the service's functions for docs/capacity.md. */
@NullMarked
package dev.backplane.tenants.capacity;

import org.jspecify.annotations.NullMarked;
