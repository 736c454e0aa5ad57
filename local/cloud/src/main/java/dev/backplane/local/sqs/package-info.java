/** SQS: the queues of the templates. */
@NullMarked
package dev.backplane.local.sqs;

import org.jspecify.annotations.NullMarked;
