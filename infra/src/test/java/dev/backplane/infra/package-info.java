/** Tests of the synthesized templates. */
@NullMarked
package dev.backplane.infra;

import org.jspecify.annotations.NullMarked;
