/** The account pool: accounts, leases and users, and the rules of their lives; knows nothing of AWS. */
@NullMarked
package dev.backplane.pool;

import org.jspecify.annotations.NullMarked;
