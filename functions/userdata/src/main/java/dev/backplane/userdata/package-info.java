/** Data that apps keep for their users: values under keys, counted to the byte, and counters. */
@NullMarked
package dev.backplane.userdata;

import org.jspecify.annotations.NullMarked;
