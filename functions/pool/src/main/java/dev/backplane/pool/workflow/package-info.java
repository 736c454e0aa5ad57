/** The workflow that cleans accounts, and what it calls. */
@NullMarked
package dev.backplane.pool.workflow;

import org.jspecify.annotations.NullMarked;
