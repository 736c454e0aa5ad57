/** Files that synthesis puts beside the templates, and that a deployment would upload. */
@NullMarked
package dev.backplane.local.assets;

import org.jspecify.annotations.NullMarked;
