@NullMarked
package dev.backplane.identity;

import org.jspecify.annotations.NullMarked;
