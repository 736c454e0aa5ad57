@NullMarked
package dev.backplane.tenants.events;

import org.jspecify.annotations.NullMarked;
