/** What the functions of the service take of AWS, row by row of docs/capacity.md. */
@NullMarked
package dev.backplane.tenants.capacity;

import org.jspecify.annotations.NullMarked;
