/** What lookups and pages cost as tables grow. */
@NullMarked
package dev.backplane.bench.growth;

import org.jspecify.annotations.NullMarked;
