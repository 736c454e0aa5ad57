@NullMarked
package dev.backplane.tenants.store;

import org.jspecify.annotations.NullMarked;
