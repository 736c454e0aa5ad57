/** Files in the data folder. */
@NullMarked
package dev.backplane.local.files;

import org.jspecify.annotations.NullMarked;
