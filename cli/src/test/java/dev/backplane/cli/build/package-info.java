@NullMarked
package dev.backplane.cli.build;

import org.jspecify.annotations.NullMarked;
