/**
 * End-to-end tests: the suite's templates on the local cloud, over HTTP with real tokens, checked against its API
 * description.
 */
@NullMarked
package dev.backplane.local.e2e;

import org.jspecify.annotations.NullMarked;
