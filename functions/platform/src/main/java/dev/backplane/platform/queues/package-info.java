/** SQS batches and partial batch responses. */
@NullMarked
package dev.backplane.platform.queues;

import org.jspecify.annotations.NullMarked;
