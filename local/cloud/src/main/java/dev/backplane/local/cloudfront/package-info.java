/** CloudFront: the site at the root of the local port. The APIs are on the same port already. */
@NullMarked
package dev.backplane.local.cloudfront;

import org.jspecify.annotations.NullMarked;
