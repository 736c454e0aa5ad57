/** CloudFormation: stacks that are created, updated and deleted while the local cloud runs. */
@NullMarked
package dev.backplane.local.cloudformation;

import org.jspecify.annotations.NullMarked;
