/** What every service's handlers are given: settings, clients, a clock and ids. */
@NullMarked
package dev.backplane.platform;

import org.jspecify.annotations.NullMarked;
