@NullMarked
package dev.backplane.tenants;

import org.jspecify.annotations.NullMarked;
