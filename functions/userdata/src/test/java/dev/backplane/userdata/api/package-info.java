@NullMarked
package dev.backplane.userdata.api;

import org.jspecify.annotations.NullMarked;
