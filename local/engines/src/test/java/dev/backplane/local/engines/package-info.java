@NullMarked
package dev.backplane.local.engines;

import org.jspecify.annotations.NullMarked;
