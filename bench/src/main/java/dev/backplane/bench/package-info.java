/** Measurements of cold start, throughput and capacity. */
@NullMarked
package dev.backplane.bench;

import org.jspecify.annotations.NullMarked;
