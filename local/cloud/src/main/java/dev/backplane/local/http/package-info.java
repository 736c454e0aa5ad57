/** A small HTTP server on loopback: bounded requests in, answers out. */
@NullMarked
package dev.backplane.local.http;

import org.jspecify.annotations.NullMarked;
