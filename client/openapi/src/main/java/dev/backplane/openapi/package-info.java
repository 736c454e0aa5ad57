/** The API descriptions in docs/openapi as one document. */
@NullMarked
package dev.backplane.openapi;

import org.jspecify.annotations.NullMarked;
