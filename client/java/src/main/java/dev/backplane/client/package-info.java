/**
 * A client of the Backplane APIs; start with {@link dev.backplane.client.Backplane}.
 *
 * <p>The build generates the classes of the services and the package {@code model} from docs/openapi.
 */
@NullMarked
package dev.backplane.client;

import org.jspecify.annotations.NullMarked;
