/** The HTTP operations of the service, one handler each. */
@NullMarked
package dev.backplane.deployments.api;

import org.jspecify.annotations.NullMarked;
