/** Strict JSON values, and JSON from generated code. */
@NullMarked
package dev.backplane.platform.json;

import org.jspecify.annotations.NullMarked;
