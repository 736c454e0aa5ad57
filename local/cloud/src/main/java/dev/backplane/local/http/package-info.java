/** A small HTTP server on loopback with bounded requests. */
@NullMarked
package dev.backplane.local.http;

import org.jspecify.annotations.NullMarked;
