@NullMarked
package dev.backplane.activity.api;

import org.jspecify.annotations.NullMarked;
