/**
 * Builds what the commands need. The launcher runs {@link dev.backplane.cli.build.BuildMain} from its source to build the
 * command line itself, so this package uses the JDK only.
 */
@NullMarked
package dev.backplane.cli.build;

import org.jspecify.annotations.NullMarked;
