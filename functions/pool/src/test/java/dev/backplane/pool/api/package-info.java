@NullMarked
package dev.backplane.pool.api;

import org.jspecify.annotations.NullMarked;
