/** CloudWatch log groups of the templates. */
@NullMarked
package dev.backplane.local.logs;

import org.jspecify.annotations.NullMarked;
