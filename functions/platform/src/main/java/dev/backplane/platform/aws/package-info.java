/** Connections from functions to AWS. */
@NullMarked
package dev.backplane.platform.aws;

import org.jspecify.annotations.NullMarked;
