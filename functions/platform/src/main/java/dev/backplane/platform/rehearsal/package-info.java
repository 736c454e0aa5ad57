/** Runs functions on recorded calls: before a snapshot, and to train AOT caches. */
@NullMarked
package dev.backplane.platform.rehearsal;

import org.jspecify.annotations.NullMarked;
