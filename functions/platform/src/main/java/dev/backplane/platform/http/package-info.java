/** HTTP over API Gateway's payload format 2.0. */
@NullMarked
package dev.backplane.platform.http;

import org.jspecify.annotations.NullMarked;
