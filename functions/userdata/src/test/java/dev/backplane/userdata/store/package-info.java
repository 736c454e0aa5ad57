@NullMarked
package dev.backplane.userdata.store;

import org.jspecify.annotations.NullMarked;
