@NullMarked
package dev.backplane.activity.events;

import org.jspecify.annotations.NullMarked;
