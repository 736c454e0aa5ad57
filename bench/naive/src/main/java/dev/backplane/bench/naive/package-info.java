/**
 * Operations of the suite as most people write Lambda functions in Java.
 *
 * <p>They are the baseline of the cold start: event types of the library, the clients and provider chains that the SDK
 * chooses by itself, reflective JSON. They do what ours do, with the same calls, and answer the same; what is not on
 * the measured way, such as retries and problems of all kinds, they leave out. Most people do not mark what may be null.
 */
@NullUnmarked
package dev.backplane.bench.naive;

import org.jspecify.annotations.NullUnmarked;
