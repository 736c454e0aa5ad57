/**
 * Operations of the suite in the common style of Lambda functions in Java.
 *
 * <p>They are the baseline of the cold start: library event types, the SDK's default clients and provider chains,
 * reflective JSON. They make the same calls and return the same responses as the suite's functions. Code outside the
 * measured path, such as retries and error responses, is omitted. So are null annotations, because they are not common.
 */
@NullUnmarked
package dev.backplane.bench.naive;

import org.jspecify.annotations.NullUnmarked;
