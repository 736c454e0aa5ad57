/** API Gateway's HTTP APIs and Lambda's Invoke API, as the templates describe them, on one port. */
@NullMarked
package dev.backplane.local.gateway;

import org.jspecify.annotations.NullMarked;
