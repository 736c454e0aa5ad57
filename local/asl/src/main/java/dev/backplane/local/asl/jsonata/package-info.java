/** JSONata as Step Functions evaluates it. */
@NullMarked
package dev.backplane.local.asl.jsonata;

import org.jspecify.annotations.NullMarked;
