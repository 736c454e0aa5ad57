/** The in-process AWS network: what a function's SDK clients reach instead of AWS's endpoints. */
@NullMarked
package dev.backplane.local.aws;

import org.jspecify.annotations.NullMarked;
