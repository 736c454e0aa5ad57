/** The domain of deployments and the aliases under which they are served. */
@NullMarked
package dev.backplane.deployments;

import org.jspecify.annotations.NullMarked;
