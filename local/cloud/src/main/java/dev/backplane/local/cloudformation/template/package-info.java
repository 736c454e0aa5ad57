/** Reads synthesized CloudFormation templates and resolves their references. */
@NullMarked
package dev.backplane.local.cloudformation.template;

import org.jspecify.annotations.NullMarked;
