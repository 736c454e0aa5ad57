/** SQS queues of the templates. */
@NullMarked
package dev.backplane.local.queues;

import org.jspecify.annotations.NullMarked;
