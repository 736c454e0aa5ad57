/** SQS batches and their partial answers. */
@NullMarked
package dev.backplane.platform.queues;

import org.jspecify.annotations.NullMarked;
