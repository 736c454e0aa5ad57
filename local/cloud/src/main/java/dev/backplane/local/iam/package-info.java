/** IAM: the roles and policies of the templates, and the decisions based on them. */
@NullMarked
package dev.backplane.local.iam;

import org.jspecify.annotations.NullMarked;
