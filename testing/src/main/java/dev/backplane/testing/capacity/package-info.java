/** What each operation takes of AWS, measured, and held against the page that states it. */
@NullMarked
package dev.backplane.testing.capacity;

import org.jspecify.annotations.NullMarked;
