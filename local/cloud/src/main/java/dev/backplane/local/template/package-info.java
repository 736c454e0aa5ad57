/** Reads synthesized CloudFormation templates into resources with resolved properties and known names. */
@NullMarked
package dev.backplane.local.template;

import org.jspecify.annotations.NullMarked;
