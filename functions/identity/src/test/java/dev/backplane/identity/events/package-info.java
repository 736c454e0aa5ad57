@NullMarked
package dev.backplane.identity.events;

import org.jspecify.annotations.NullMarked;
