/** CloudFront: the local port is the one address, so a distribution has no work left but the site at its root. */
@NullMarked
package dev.backplane.local.cloudfront;

import org.jspecify.annotations.NullMarked;
