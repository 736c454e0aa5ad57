@NullMarked
package dev.backplane.deployments;

import org.jspecify.annotations.NullMarked;
