/** API Gateway: HTTP APIs, their routes, authorizers and integrations. */
@NullMarked
package dev.backplane.local.apigateway;

import org.jspecify.annotations.NullMarked;
