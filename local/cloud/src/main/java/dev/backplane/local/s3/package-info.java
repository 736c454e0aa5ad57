/** S3: buckets of the templates with their objects on disk, and the asset files that synthesis writes. */
@NullMarked
package dev.backplane.local.s3;

import org.jspecify.annotations.NullMarked;
