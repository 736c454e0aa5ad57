/** The account and region that every name of the local cloud belongs to. */
@NullMarked
package dev.backplane.local.account;

import org.jspecify.annotations.NullMarked;
