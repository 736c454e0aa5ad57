/** What several tests of the local cloud need. */
@NullMarked
package dev.backplane.local.testing;

import org.jspecify.annotations.NullMarked;
