/** The function that the user pool calls before it issues a token. */
@NullMarked
package dev.backplane.identity.events;

import org.jspecify.annotations.NullMarked;
