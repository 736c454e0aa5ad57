/** What the templates must say, checked on the synthesized application. */
@NullMarked
package dev.backplane.infra;

import org.jspecify.annotations.NullMarked;
