/** How a function reaches AWS. */
@NullMarked
package dev.backplane.platform.aws;

import org.jspecify.annotations.NullMarked;
