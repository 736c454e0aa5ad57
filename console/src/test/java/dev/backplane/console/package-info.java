@NullMarked
package dev.backplane.console;

import org.jspecify.annotations.NullMarked;
