/** What a warm function adds to the calls that it makes. */
@NullMarked
package dev.backplane.bench.warm;

import org.jspecify.annotations.NullMarked;
