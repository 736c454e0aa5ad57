/** Systems Manager: the parameters of Parameter Store, in every region. */
@NullMarked
package dev.backplane.local.ssm;

import org.jspecify.annotations.NullMarked;
