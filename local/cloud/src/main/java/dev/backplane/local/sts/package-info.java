/** STS, and the calls of IAM that concern roles, in every account. */
@NullMarked
package dev.backplane.local.sts;

import org.jspecify.annotations.NullMarked;
