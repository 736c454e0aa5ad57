/** What tests of the platform and of the services share: real DynamoDB, a platform to hand out, HTTP calls, races. */
@NullMarked
package dev.backplane.platform.testing;

import org.jspecify.annotations.NullMarked;
