/** The HTTP operations of the user data service. */
@NullMarked
package dev.backplane.userdata.api;

import org.jspecify.annotations.NullMarked;
