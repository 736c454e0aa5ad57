/** The account and region that all local resources belong to. */
@NullMarked
package dev.backplane.local.account;

import org.jspecify.annotations.NullMarked;
