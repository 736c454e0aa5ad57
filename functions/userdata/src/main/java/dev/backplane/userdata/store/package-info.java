/** The tables of the user data service. */
@NullMarked
package dev.backplane.userdata.store;

import org.jspecify.annotations.NullMarked;
