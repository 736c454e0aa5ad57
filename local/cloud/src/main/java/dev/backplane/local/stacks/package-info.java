/** CloudFormation: stacks that are made, changed and deleted while the local cloud runs. */
@NullMarked
package dev.backplane.local.stacks;

import org.jspecify.annotations.NullMarked;
