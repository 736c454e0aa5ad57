/** The tables of the service: keys, items, and one method for each access pattern. */
@NullMarked
package dev.backplane.deployments.store;

import org.jspecify.annotations.NullMarked;
