/** Builds Lambda packages that contain a Java runtime and an AOT cache. Part of the build, never of a function. */
@NullMarked
package dev.backplane.packaging;

import org.jspecify.annotations.NullMarked;
