/** What Lambda is given of a service: a folder for the managed runtime, or a zip with a Java of its own. */
@NullMarked
package dev.backplane.packages;

import org.jspecify.annotations.NullMarked;
