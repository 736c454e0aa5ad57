/** What people may do: the scopes of the groups that they are in. */
@NullMarked
package dev.backplane.identity;

import org.jspecify.annotations.NullMarked;
