/** Lambda functions: loads the handlers the templates name and invokes them as Lambda does. */
@NullMarked
package dev.backplane.local.functions;

import org.jspecify.annotations.NullMarked;
