/** The HTTP operations of the service, one handler each. */
@NullMarked
package dev.backplane.tenants.api;

import org.jspecify.annotations.NullMarked;
