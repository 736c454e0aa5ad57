/** The publication of layers in several regions: its state machine, its tasks, and the clients of S3 and Lambda. */
@NullMarked
package dev.backplane.layers.workflow;

import org.jspecify.annotations.NullMarked;
