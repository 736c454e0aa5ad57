/** The table of tenants: its keys, its rows, and what is asked of it. */
@NullMarked
package dev.backplane.tenants.store;

import org.jspecify.annotations.NullMarked;
