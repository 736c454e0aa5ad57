/** The in-process AWS endpoint: routes the calls of a function's SDK clients to the local services. */
@NullMarked
package dev.backplane.local.aws;

import org.jspecify.annotations.NullMarked;
