/** The account pool: accounts, leases and users, and their rules; independent of AWS. */
@NullMarked
package dev.backplane.pool;

import org.jspecify.annotations.NullMarked;
