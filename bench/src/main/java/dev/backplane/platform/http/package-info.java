/**
 * Measurements of codecs that only their own package sees.
 *
 * <p>They stand in the package of the platform rather than have it show more than functions need.
 */
@NullMarked
package dev.backplane.platform.http;

import org.jspecify.annotations.NullMarked;
