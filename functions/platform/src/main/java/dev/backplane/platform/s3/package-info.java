/** Objects in S3. */
@NullMarked
package dev.backplane.platform.s3;

import org.jspecify.annotations.NullMarked;
