/** The local issuer that stands for the Cognito user pool: keys, tokens, and the check of a token. */
@NullMarked
package dev.backplane.local.identity;

import org.jspecify.annotations.NullMarked;
