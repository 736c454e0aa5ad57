/** The dependencies of all handlers: settings, clients, a clock and ids. */
@NullMarked
package dev.backplane.platform;

import org.jspecify.annotations.NullMarked;
