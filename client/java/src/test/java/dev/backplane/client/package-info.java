/** Tests of the thin layer of the client. */
@NullMarked
package dev.backplane.client;

import org.jspecify.annotations.NullMarked;
