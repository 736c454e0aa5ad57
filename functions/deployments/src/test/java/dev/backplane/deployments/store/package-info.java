@NullMarked
package dev.backplane.deployments.store;

import org.jspecify.annotations.NullMarked;
