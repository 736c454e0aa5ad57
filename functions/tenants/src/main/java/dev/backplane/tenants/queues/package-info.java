/** The queues of tenants in SQS, and their metrics. */
@NullMarked
package dev.backplane.tenants.queues;

import org.jspecify.annotations.NullMarked;
