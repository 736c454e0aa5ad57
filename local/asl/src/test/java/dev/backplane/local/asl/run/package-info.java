@NullMarked
package dev.backplane.local.asl.run;

import org.jspecify.annotations.NullMarked;
