/** Tenant queues: who has one, what was done to get it, and what is to be done next; knows nothing of AWS. */
@NullMarked
package dev.backplane.tenants;

import org.jspecify.annotations.NullMarked;
