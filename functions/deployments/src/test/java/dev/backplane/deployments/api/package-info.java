@NullMarked
package dev.backplane.deployments.api;

import org.jspecify.annotations.NullMarked;
