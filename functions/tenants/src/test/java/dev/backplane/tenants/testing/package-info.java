@NullMarked
package dev.backplane.tenants.testing;

import org.jspecify.annotations.NullMarked;
