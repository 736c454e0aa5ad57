/** The domain of identity: groups and their scopes. */
@NullMarked
package dev.backplane.identity;

import org.jspecify.annotations.NullMarked;
