/** The HTTP operations of the service, one handler each. */
@NullMarked
package dev.backplane.activity.api;

import org.jspecify.annotations.NullMarked;
