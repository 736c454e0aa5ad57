@NullMarked
package dev.backplane.packages;

import org.jspecify.annotations.NullMarked;
