/** Roles of the templates and the decisions IAM takes for them. */
@NullMarked
package dev.backplane.local.iam;

import org.jspecify.annotations.NullMarked;
