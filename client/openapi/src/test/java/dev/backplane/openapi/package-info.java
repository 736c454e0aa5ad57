/** Tests of the API descriptions. */
@NullMarked
package dev.backplane.openapi;

import org.jspecify.annotations.NullMarked;
