@NullMarked
package dev.backplane.activity.capacity;

import org.jspecify.annotations.NullMarked;
