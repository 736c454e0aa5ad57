/** The table of tenants: its keys, rows and queries. */
@NullMarked
package dev.backplane.tenants.store;

import org.jspecify.annotations.NullMarked;
