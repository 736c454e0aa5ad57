@NullMarked
package dev.backplane.tenants.api;

import org.jspecify.annotations.NullMarked;
