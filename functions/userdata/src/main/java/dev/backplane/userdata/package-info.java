/** Data that apps store for their users: values with keys, quotas counted to the byte, and counters. */
@NullMarked
package dev.backplane.userdata;

import org.jspecify.annotations.NullMarked;
