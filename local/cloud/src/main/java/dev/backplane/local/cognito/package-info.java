/** Cognito: a local token issuer in place of the user pool, and the verification of its tokens. */
@NullMarked
package dev.backplane.local.cognito;

import org.jspecify.annotations.NullMarked;
