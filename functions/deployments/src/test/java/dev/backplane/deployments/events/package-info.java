@NullMarked
package dev.backplane.deployments.events;

import org.jspecify.annotations.NullMarked;
