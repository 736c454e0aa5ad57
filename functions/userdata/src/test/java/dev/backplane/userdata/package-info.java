@NullMarked
package dev.backplane.userdata;

import org.jspecify.annotations.NullMarked;
