@NullMarked
package dev.backplane.packaging;

import org.jspecify.annotations.NullMarked;
