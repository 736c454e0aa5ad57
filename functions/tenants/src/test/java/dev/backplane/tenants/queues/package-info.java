@NullMarked
package dev.backplane.tenants.queues;

import org.jspecify.annotations.NullMarked;
