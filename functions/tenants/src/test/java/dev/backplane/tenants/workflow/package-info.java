@NullMarked
package dev.backplane.tenants.workflow;

import org.jspecify.annotations.NullMarked;
