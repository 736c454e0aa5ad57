/** The domain of the activity service: domain events of the suite, and whom and what each is about. */
@NullMarked
package dev.backplane.activity;

import org.jspecify.annotations.NullMarked;
