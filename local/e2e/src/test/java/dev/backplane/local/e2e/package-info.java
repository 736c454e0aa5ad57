/** The suite end to end: its own templates on the local cloud, over HTTP with real tokens, held to its API description. */
@NullMarked
package dev.backplane.local.e2e;

import org.jspecify.annotations.NullMarked;
