/** Strict JSON values, and JSON written by generated code. */
@NullMarked
package dev.backplane.platform.json;

import org.jspecify.annotations.NullMarked;
