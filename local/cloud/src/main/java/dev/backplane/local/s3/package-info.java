/** S3: the asset files that synthesis writes beside the templates. */
@NullMarked
package dev.backplane.local.s3;

import org.jspecify.annotations.NullMarked;
