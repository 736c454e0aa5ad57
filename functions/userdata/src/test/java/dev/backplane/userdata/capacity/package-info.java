/** What the functions of the service take of AWS, row by row of docs/capacity.md. */
@NullMarked
package dev.backplane.userdata.capacity;

import org.jspecify.annotations.NullMarked;
