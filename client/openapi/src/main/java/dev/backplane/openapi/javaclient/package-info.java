/** Generates the records and operations of the Java client from the joined API description. */
@NullMarked
package dev.backplane.openapi.javaclient;

import org.jspecify.annotations.NullMarked;
